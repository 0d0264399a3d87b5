import type { Tier2Options } from "@holdpoint/tier2-core";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, test } from "vitest";
import { call, envelopeOf, tokenOf } from "../support/answers.js";
import { authInfo } from "../support/linked-client.js";
import { until } from "../support/until.js";
import { ofEachLevel, target } from "./support/levels.js";
import { askable, type Form, fieldOf, person, typing } from "./support/users.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Says = Parameters<typeof askable>[1];

/** A client and the wire that its answers go over, so that a test can have it break the protocol. */
async function connected(says: Says, options: Partial<Tier2Options> = {}) {
  const world = ofEachLevel(options);
  const user = askable({ form: {} }, says);
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const send = mine.send.bind(mine);
  const as = authInfo("alice");
  const sent: JSONRPCMessage[] = [];
  let change = (message: JSONRPCMessage): JSONRPCMessage | undefined => message;
  mine.send = async (message, given) => {
    sent.push(message);
    const changed = change(message);
    if (changed !== undefined) await send(changed, { ...given, authInfo: as });
  };
  const takenBack: JSONRPCMessage[] = [];
  const tell = theirs.send.bind(theirs);
  theirs.send = (message, given) => {
    if ("method" in message && message.method === "notifications/cancelled") takenBack.push(message);
    return tell(message, given);
  };
  const server = world.registered();
  const errors: Error[] = [];
  server.server.onerror = (error) => errors.push(error);
  await Promise.all([server.connect(theirs), user.client.connect(mine)]);
  closing.push(() => user.client.close());
  return {
    ...{ ...world, ...user, server, errors, sent, takenBack },
    say: (message: JSONRPCMessage) => send(message, { authInfo: as }),
    rewrite(how: typeof change) {
      change = how;
    },
    async args(id = 7) {
      return { id, confirm_token: tokenOf(await call(user.client, "drop_L2", { id })) };
    },
    confirm: (args: object) => call(user.client, "drop_L2", args as Record<string, unknown>),
  };
}

const isElicited = (message: JSONRPCMessage): boolean => "result" in message && "action" in message.result;

/** What a client that is not asked again says. */
const never = () => new Promise<never>(() => {});

test("an answer to another request is none: it is left lying, and the question stays open until its time is up", async () => {
  const { runs, errors, args, confirm, rewrite } = await connected(person, { elicitationTimeoutMs: 300 });
  const confirming = await args();
  rewrite(
    (message) => (isElicited(message) ? { ...(message as JSONRPCRequest), id: 4242 } : message) as JSONRPCMessage,
  );
  expect(envelopeOf(await confirm(confirming))).toMatchObject({ reason: "not_confirmed", detail: "timed_out" });
  expect(errors.map(({ message }) => message).join()).toMatch(/unknown message ID/);
  expect(runs).toEqual([]);
  rewrite((message) => message);
  expect(envelopeOf(await confirm(confirming)).status).toBe("ok");
});

test("answers that are given to each other's questions count for nothing", async () => {
  const forms: Form[] = [];
  let bothAreOpen = () => {};
  const open = new Promise<void>((resolve) => {
    bothAreOpen = resolve;
  });
  const other: Says = async (form) => {
    forms.push(form);
    if (forms.length === 2) bothAreOpen();
    await open;
    return person(forms.find((each) => each !== form) as Form);
  };
  const { runs, args, confirm } = await connected(other);
  const [seven, eight] = [await args(7), await args(8)];
  const answers = await Promise.all([confirm(seven), confirm(eight)]);
  expect(answers.map((answer) => envelopeOf(answer).detail)).toEqual(["wrong", "wrong"]);
  expect(runs).toEqual([]);
});

test("an answer that comes after the question's time is none", async () => {
  let late: (() => void) | undefined;
  const said = new Promise<void>((resolve) => {
    late = resolve;
  });
  const { runs, errors, args, confirm } = await connected(
    async (form) => {
      await said;
      return person(form);
    },
    { elicitationTimeoutMs: 200 },
  );
  const confirming = await args();
  expect(envelopeOf(await confirm(confirming)).detail).toBe("timed_out");
  late?.();
  await until(() => errors.length > 0);
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/unknown message ID/)]);
  expect(runs).toEqual([]);
});

test("an answer after its time that is sent all the same finds nobody who waits for it", async () => {
  const { runs, errors, args, confirm, say } = await connected(never, { elicitationTimeoutMs: 200 });
  const confirming = await args();
  expect(envelopeOf(await confirm(confirming)).detail).toBe("timed_out");
  const content = { typed_by_the_user: target(7) };
  // The server counts its requests from 0 on: whatever number it had, it is among these.
  for (let id = 0; id < 5; id += 1) await say({ jsonrpc: "2.0", id, result: { action: "accept", content } });
  expect(errors).toHaveLength(5);
  expect(runs).toEqual([]);
});

test("an answer after the token's deadline executes nothing", async () => {
  const { runs, args, confirm } = await connected(
    async (form) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return person(form);
    },
    { ttlMs: 1000 },
  );
  expect(envelopeOf(await confirm(await args()))).toMatchObject({ reason: "not_confirmed", detail: "timed_out" });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(runs).toEqual([]);
});

test("an accepted answer that no client of the protocol sends is refused", async () => {
  const { runs, args, confirm, rewrite } = await connected(person);
  const confirming = await args();
  const content = { typed_by_the_user: { text: target(7) } };
  rewrite(
    (message) => (isElicited(message) ? { ...message, result: { action: "accept", content } } : message) as never,
  );
  expect(envelopeOf(await confirm(confirming)).detail).toBe("failed");
  rewrite((message) => (isElicited(message) ? { ...message, result: { action: "allow" } } : message) as never);
  expect(envelopeOf(await confirm(confirming)).detail).toBe("failed");
  expect(runs).toEqual([]);
});

test("a client that says it can show forms, and cannot, executes nothing and is told so", async () => {
  const { client, runs, args, confirm } = await connected(person);
  const confirming = await args();
  client.removeRequestHandler("elicitation/create");
  expect(envelopeOf(await confirm(confirming))).toMatchObject({ reason: "not_confirmed", detail: "failed" });
  expect(runs).toEqual([]);
});

test("a client that says it can, and never answers, executes nothing", async () => {
  const { runs, args, confirm, rewrite } = await connected(person, { elicitationTimeoutMs: 200 });
  const confirming = await args();
  rewrite((message) => (isElicited(message) ? undefined : message));
  expect(envelopeOf(await confirm(confirming)).detail).toBe("timed_out");
  expect(runs).toEqual([]);
});

test("a client that goes away while its user thinks executes nothing, and its token can be confirmed by the next one", async () => {
  const { tier2, client, runs, events, args, confirm, forms } = await connected(never);
  const confirming = await args();
  const gone = confirm(confirming);
  gone.catch(() => {});
  await until(() => forms.length === 1);
  await client.close();
  await expect(gone).rejects.toThrow();
  await until(() => events.some(({ type }) => type === "elicited"));
  expect(events.filter(({ type }) => type === "elicited")).toMatchObject([{ outcome: "withdrawn" }]);
  expect(runs).toEqual([]);
  await tier2.close();
});

test("a call that its client gives up takes its question back, and leaves the token", async () => {
  const { client, runs, args, sent, events, takenBack } = await connected(() => new Promise(() => {}), {});
  const confirming = await args();
  await expect(call(client, "drop_L2", confirming, { timeout: 200 })).rejects.toThrow(/timed out/i);
  await until(() => events.some(({ type }) => type === "elicited"));
  expect(events.filter(({ type }) => type === "elicited")).toMatchObject([{ outcome: "withdrawn" }]);
  expect(sent.filter(isElicited)).toEqual([]);
  expect(takenBack).toHaveLength(1);
  expect(runs).toEqual([]);
});

test("a client that is still there is waited for longer: each sign of life begins the time anew", async () => {
  const { runs, args, confirm, say, forms } = await connected(
    async (form) => {
      for (let times = 0; times < 5; times += 1) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const { _meta } = form as { _meta?: { progressToken?: number } };
        const params = { progressToken: _meta?.progressToken as number, progress: times + 1 };
        await say({ jsonrpc: "2.0", method: "notifications/progress", params });
      }
      return person(form);
    },
    { elicitationTimeoutMs: 1000 },
  );
  expect(envelopeOf(await confirm(await args())).status).toBe("ok");
  expect([runs, forms.length]).toEqual([["L2"], 1]);
});

test("two confirms of one token at once ask once each, and execute once", async () => {
  const forms: Form[] = [];
  let bothAreOpen = () => {};
  const open = new Promise<void>((resolve) => {
    bothAreOpen = resolve;
  });
  const { runs, args, confirm } = await connected(async (form) => {
    forms.push(form);
    if (forms.length === 2) bothAreOpen();
    await open;
    return typing(target(7))(form);
  });
  const confirming = await args();
  const [one, two] = await Promise.all([confirm(confirming), confirm(confirming)]);
  expect([envelopeOf(one as never), envelopeOf(two as never)]).toMatchObject([{ status: "ok" }, { status: "ok" }]);
  expect(runs).toEqual(["L2"]);
  expect(forms.map((form) => fieldOf(form)[0])).toEqual(["typed_by_the_user", "typed_by_the_user"]);
});
