import { defineTier2Tool } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { aWorld } from "./support/world.js";

const canary = "canary-9f3a7c-hunter2";

/** A tool that repeats all of its arguments wherever it can; its schema alone says what is secret. */
function loginTool(password: z.ZodType<string>) {
  const got: unknown[] = [];
  const tool = defineTier2Tool({
    name: "set_login",
    category: "credentials",
    input: z.object({ id: z.number(), logins: z.array(z.object({ user: z.string(), password })) }),
    preview: (params) => ({ summary: JSON.stringify(params), preview: params }),
    execute(params) {
      got.push(params);
      return { message: JSON.stringify(params), details: params };
    },
  });
  return { tool, got };
}

async function everythingKept(password: z.ZodType<string>) {
  const journaled: unknown[] = [];
  const process = aWorld().process({ journal: async (event) => void journaled.push(event) });
  const { tool, got } = loginTool(password);
  const args = { id: 7, logins: [{ user: "ann", password: canary }] };
  const first = await process.call(tool, args);
  const { confirm_token } = first.body as { confirm_token: string };
  const replies = [
    await process.call(tool, { ...args, confirm_token }),
    await process.call(tool, { ...args, confirm_token }),
  ];
  return {
    got,
    args,
    kept: JSON.stringify([first, replies, process.connection.operations, process.events, journaled]),
  };
}

test("what its schema marks writeOnly reaches the handler and nothing else", async () => {
  const { got, args, kept } = await everythingKept(z.string().meta({ writeOnly: true }));
  expect(got).toEqual([args]);
  expect(kept).not.toContain(canary);
});

test("without the mark it is kept: the watch above is awake", async () => {
  expect((await everythingKept(z.string())).kept).toContain(canary);
});
