import { NotExecuted } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test("a Tier-1 tool runs at once, each time, without the store", async () => {
  const { call, connection, told } = aWorld().process();
  const { tool, starts } = fooTool({ tier: 1 });
  const replies = [await call(tool, { id: 7 }), await call(tool, { id: 7 })];
  expect(replies.map(outcomeOf)).toEqual(["ok", "ok"]);
  expect(starts).toHaveLength(2);
  expect(replies[0]?.operationId).not.toBe(replies[1]?.operationId);
  expect(connection.operations).toEqual([]);
  expect(told("ran").map(({ operationId }) => operationId)).toEqual(replies.map(({ operationId }) => operationId));
});

test("a function of the params decides the tier of each call", async () => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool({ tier: ({ id }) => (id < 10 ? 1 : 2) });
  expect(outcomeOf(await call(tool, { id: 9 }))).toBe("ok");
  expect(outcomeOf(await call(tool, { id: 10 }))).toBe("confirmation_required");
  expect(starts).toHaveLength(1);
});

test("a token with arguments that are Tier-1 is params_changed: they do not run on the way", async () => {
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool({ tier: ({ id }) => (id < 10 ? 1 : 2) });
  const confirm_token = await preview(tool, { id: 10 });
  expect(outcomeOf(await call(tool, { id: 9, confirm_token }))).toBe("params_changed");
  expect(starts).toEqual([]);
});

test.each([undefined, null, 0, 3, "1", Number.NaN])("a tier function that answers %j means Tier-2", async (odd) => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool({ tier: () => odd as never });
  expect(outcomeOf(await call(tool, { id: 7 }))).toBe("confirmation_required");
  expect(starts).toEqual([]);
});

test("a tier function that throws runs nothing", async () => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool({
    tier: () => {
      throw new Error("no rates today");
    },
  });
  await expect(call(tool, { id: 7 })).rejects.toThrow("no rates today");
  expect(starts).toEqual([]);
});

test("a hint of the adapter raises the tier of a harmless tool", async () => {
  const { call } = aWorld().process();
  const harmless = { category: undefined, destructive: false } as never;
  const { tool } = fooTool(harmless);
  expect(outcomeOf(await call(tool, { id: 7 }))).toBe("ok");
  const hinted = await call(tool, { id: 7 }, { hints: { destructiveHint: true } });
  expect(outcomeOf(hinted)).toBe("confirmation_required");
});

test("no hint lowers the tier of a destructive tool", async () => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool();
  const hinted = await call(tool, { id: 7 }, { hints: { destructiveHint: false } });
  expect(outcomeOf(hinted)).toBe("confirmation_required");
  expect(starts).toEqual([]);
});

test("a Tier-1 handler that refuses or says NotExecuted is a refusal, any other throw its caller's to see", async () => {
  const { call } = aWorld().process();
  const throwing = (error: Error) => () => {
    throw error;
  };
  const refusing = fooTool({ name: "a", tier: 1, execute: () => ({ refused: "locked" }) });
  const knowing = fooTool({ name: "b", tier: 1, execute: throwing(new NotExecuted("locked")) });
  const failing = fooTool({ name: "c", tier: 1, execute: throwing(new Error("boom")) });
  expect(outcomeOf(await call(refusing.tool, { id: 7 }))).toBe("not_possible");
  expect(outcomeOf(await call(knowing.tool, { id: 7 }))).toBe("not_executed");
  await expect(call(failing.tool, { id: 7 })).rejects.toThrow("boom");
});
