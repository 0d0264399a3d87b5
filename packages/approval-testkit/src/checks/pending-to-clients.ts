import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { shown } from "../demand.js";
import type { HttpAnswer, McpAnswer, RawAnswer } from "../raw-answer.js";
import { isOk, jsonIn, membersOf, readAnswer, textsIn } from "../read-answer.js";
import type { Subject } from "../subject.js";

/** What one kind of client makes of a pending answer; undefined: neither an execution nor a failure. */
type Reader<A> = (answer: A) => string | undefined;

const statusIn = (value: unknown) => membersOf(value).status;
const isPending = (value: unknown) => statusIn(value) === "approval_pending";
const hasToken = (value: unknown) => JSON.stringify(value).includes('"confirm_token":');

const mcpReaders: Readonly<Record<string, Reader<McpAnswer["result"]>>> = {
  "a client that looks at isError": ({ isError }) => (isError === true ? "takes it for a failure" : undefined),
  "a client that reads structuredContent": ({ structuredContent }) =>
    isPending(structuredContent) ? undefined : "finds a result in which nothing says that it waits",
  "a client that shows its model the texts alone": (result) => {
    const [first = ""] = textsIn(result);
    return first.startsWith("NOT EXECUTED") ? undefined : `begins with ${JSON.stringify(first.slice(0, 80))}`;
  },
  "a client that parses the texts": (result) => {
    const parsed = textsIn(result)
      .map(jsonIn)
      .filter((json) => json !== undefined);
    return parsed.length > 0 && parsed.every(isPending) ? undefined : "finds none, or another status in them";
  },
  "a client that reads _meta": ({ _meta }) =>
    statusIn(membersOf(_meta)["holdpoint/approval"]) === "pending" ? undefined : "finds no pending approval in it",
};

const httpReaders: Readonly<Record<string, Reader<HttpAnswer>>> = {
  "a client that looks at ok": (answer) => (isOk(answer) ? `takes ${answer.status} for an execution` : undefined),
  "a client that repeats what the server failed at": ({ status }) =>
    status >= 500 ? `takes ${status} for a failure` : undefined,
  "a client that reads the body": ({ body }) => (isPending(body) ? undefined : "finds none that says that it waits"),
  "a client that reads Tier2-Status": ({ headers }) =>
    headers["tier2-status"] === "approval_pending" ? undefined : `finds ${headers["tier2-status"] ?? "none"}`,
};

const readings = (raw: RawAnswer): (readonly [string, string | undefined])[] =>
  raw.via === "mcp"
    ? Object.entries(mcpReaders).map(([name, read]) => [name, read(raw.result)])
    : Object.entries(httpReaders).map(([name, read]) => [name, read(raw)]);

const clientsOf = ({ call, otherClients = {} }: Subject) => ({
  "the client": ((tool, args) => call("requester", tool, args)) satisfies (typeof otherClients)[string],
  ...otherClients,
});

export const pendingToClients: readonly Check[] = [
  {
    test: "pending-to-clients",
    name: "whatever a client looks at, a pending answer is neither an execution nor a failure, and holds no token",
    async run(subject) {
      const before = await subject.effects();
      const { tool, args } = subject.calls.guarded;
      for (const [client, call] of Object.entries(clientsOf(subject))) {
        const raw = await call(tool, args);
        const answer = readAnswer(raw);
        for (const [reader, mistake] of readings(raw)) {
          if (mistake !== undefined) assert.fail(`${client}: ${reader} ${mistake}: ${shown(answer)}`);
        }
        assert.equal(hasToken(raw), false, `${client} gets a confirm token before anybody decided`);
        assert.equal(answer.kind, "pending", `${client} is not told that it waits`);
      }
      assert.equal(await subject.effects(), before, "something was executed while it waited");
    },
  },
];
