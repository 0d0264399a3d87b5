import { NotExecuted, Tier2Error } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

test.each([
  ["a message that is no text", { message: { code: 1 } }],
  ["a stack that is no text", { stack: 7 }],
  ["a name that is no text", { name: ["x"] }],
])("a handler with secrets that throws an error with %s has failed, and is never run again", async (_what, odd) => {
  const { call, preview, told } = aWorld().process();
  const { tool, starts } = fooTool({
    secrets: ["password"],
    execute: () => {
      throw Object.assign(new Error("x"), odd);
    },
  });
  const args = { id: 7, password: "hunter22" };
  const confirm_token = await preview(tool, args);
  for (let time = 0; time < 2; time += 1) {
    expect((await call(tool, { ...args, confirm_token })).body).toMatchObject({ reason: "failed" });
  }
  expect(starts.length).toBeLessThanOrEqual(1);
  expect(told("failed")).toHaveLength(1);
});

test("a handler that says NotExecuted in a message that is no text has not executed all the same", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool({
    execute: () => {
      throw Object.assign(new NotExecuted("x"), { message: Symbol("no") });
    },
  });
  const confirm_token = await preview(tool, { id: 7 });
  expect((await call(tool, { id: 7, confirm_token })).body).toMatchObject({
    ...{ reason: "not_executed", error: expect.stringMatching(/^Not executed: /) },
  });
});

test("a Tier-1 handler that ran and lost a store of its own is not told to have executed nothing", async () => {
  const { call } = aWorld().process();
  const error = new Tier2Error("store_unavailable", "mine");
  const { tool } = fooTool({
    tier: 1,
    execute: () => {
      throw error;
    },
  });
  await expect(call(tool, { id: 7 })).rejects.toThrow("mine");
});
