import { fileURLToPath } from "node:url";
import type { Level } from "@holdpoint/tier2-core";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { call, envelopeOf } from "../support/answers.js";
import { levels, ofEachLevel } from "./support/levels.js";
import { protocols } from "./support/protocols.js";
import { askable, type Form, machines, person } from "./support/users.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const capabilities: [string, ClientCapabilities["elicitation"] | undefined, boolean][] = [
  ["no elicitation", undefined, false],
  ["elicitation, as before there were modes", {}, true],
  ["forms", { form: {} }, true],
  ["forms with defaults filled in by itself", { form: { applyDefaults: true } }, true],
  ["pages", { url: {} }, false],
  ["forms and pages", { form: {}, url: {} }, true],
];

const whoAnswers: [string, (form: Form) => ReturnType<typeof person>, boolean][] = [
  ["a person who types the target", person, true],
  ["a machine that accepts an empty form", machines["accepts an empty form"] as typeof person, false],
  ["a machine that echoes the message", machines["echoes the message"] as typeof person, false],
];

/** An agent that does whatever an answer tells it to, and never gives up before it was told four times. */
async function insist(client: Client, level: Level): Promise<unknown[]> {
  const answers: unknown[] = [];
  let args: Record<string, unknown> = { id: 7 };
  for (let times = 0; times < 4; times += 1) {
    const envelope = envelopeOf(await call(client, `drop_${level}`, args));
    answers.push([envelope.status, envelope.reason, envelope.detail].filter(Boolean).join("/"));
    if (envelope.status === "confirmation_required") args = { id: 7, confirm_token: envelope.confirm_token };
  }
  return answers;
}

/** What is executed at each level by a client that either reaches a person who answers rightly, or does not. */
const executions = (isAnswered: boolean): Record<Level, number> => ({ L1: 1, L2: isAnswered ? 1 : 0, L3: 0, L4: 0 });

const count = (runs: readonly Level[]) =>
  Object.fromEntries(levels.map((level) => [level, runs.filter((each) => each === level).length]));

describe.each(protocols)("$name", ({ reachesClients, open }) => {
  describe.each(["registered", "guarded"] as const)("tools that are %s", (how) => {
    test.each(capabilities)(
      "of a client with %s run as often as their level lets them",
      async (_, declared, hasForms) => {
        // Where nobody is asked, who would answer makes no difference.
        for (const [who, says, isPerson] of hasForms && reachesClients ? whoAnswers : whoAnswers.slice(0, 1)) {
          const world = ofEachLevel();
          const { connect, close } = await open(world[how]);
          closing.push(close);
          const { client, forms } = askable(declared, says);
          await connect(client);
          closing.push(() => client.close());
          const answers = await Promise.all(levels.map((level) => insist(client, level)));
          expect(count(world.runs), who).toEqual(executions(hasForms && reachesClients && isPerson));
          expect(forms.length, who).toBe(hasForms && reachesClients ? (isPerson ? 1 : 3) : 0);
          if (!hasForms || !reachesClients) {
            expect(new Set(answers[1])).toEqual(new Set(["rejected/level_unavailable/user_not_reachable"]));
          }
        }
      },
    );
  });
});

describe("over stdio", () => {
  const script = fileURLToPath(new URL("../fixtures/levels-stdio-server.mjs", import.meta.url));

  test.each(capabilities)(
    "tools of a client with %s run as often as their level lets them",
    async (_, declared, hasForms) => {
      for (const [who, says, isPerson] of whoAnswers.slice(0, hasForms ? 2 : 1)) {
        const { client } = askable(declared, says);
        closing.push(() => client.close());
        await client.connect(
          new StdioClientTransport({ command: process.execPath, args: [script], stderr: "inherit" }),
        );
        for (const level of levels) await insist(client, level);
        const runs = envelopeOf(await call(client, "runs")) as { runs?: Level[] };
        expect(count(runs.runs ?? []), who).toEqual(executions(hasForms && isPerson));
      }
    },
  );
});
