import { createTier2, defineTier2Tool, type Level } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test("an unclassified tool is Tier-2, listed as such, and told at registration, once", async () => {
  const { tool, starts } = fooTool({ category: undefined } as never);
  const { engine, events, call } = aWorld().process({ tools: [tool] });
  expect(engine.tools()).toEqual([{ name: "delete_foo", tier: 2, because: "unclassified" }]);
  expect(events).toMatchObject([{ type: "unclassified", tool: "delete_foo", server: "shop" }]);
  expect(outcomeOf(await call(tool, { id: 7 }))).toBe("confirmation_required");
  expect(starts).toEqual([]);
  expect(events.filter(({ type }) => type === "unclassified")).toHaveLength(1);
});

test("the list of tools says the tier of each and why", () => {
  const { engine } = aWorld().process({
    tools: [
      fooTool({ name: "a" }).tool,
      fooTool({ name: "b", tier: 1 }).tool,
      fooTool({ name: "c", tier: () => 1 }).tool,
    ],
  });
  engine.register(fooTool({ name: "d", category: undefined, destructive: false } as never).tool);
  expect(engine.tools()).toEqual([
    { name: "a", tier: 2, because: "category" },
    { name: "b", tier: 1, because: "declared" },
    { name: "c", tier: "by arguments", because: "declared" },
    { name: "d", tier: 1, because: "harmless" },
  ]);
});

test.each<Level>(["L3", "L4"])(
  "a tool that demands %s is refused at start-up, and never runs with less",
  async (level) => {
    const { tool, starts } = fooTool({ level });
    const refusal = expect.objectContaining({ name: "Tier2Error", code: "level_unavailable" });
    expect(() => createTier2({ store: memoryStore(), server: "shop", tools: [tool] })).toThrow(refusal);
    const { engine, call } = aWorld().process();
    expect(() => engine.register(tool)).toThrow(refusal);
    await expect(call(tool, { id: 7 })).rejects.toThrow(refusal);
    expect(starts).toEqual([]);
  },
);

test("a level that depends on the arguments is judged on each call, for Tier-1 too", async () => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool({ tier: 1, level: ({ id }) => (id < 10 ? "L1" : "L3") });
  expect(outcomeOf(await call(tool, { id: 9 }))).toBe("ok");
  expect(outcomeOf(await call(tool, { id: 10 }))).toBe("level_unavailable/no_policy");
  expect(starts).toHaveLength(1);
});

test("a Tier-2 tool without a preview cannot be defined", () => {
  const definition = { name: "delete_foo", execute: () => ({ message: "gone" }) };
  expect(() => defineTier2Tool(definition as never)).toThrow(expect.objectContaining({ code: "invalid_setup" }));
});

test("what defineTier2Tool did not make is no tool", async () => {
  const { call } = aWorld().process();
  for (const odd of [undefined, {}, { name: "delete_foo" }]) {
    await expect(call(odd as never, { id: 7 })).rejects.toMatchObject({ code: "invalid_setup" });
  }
});

test.each([
  ["no server", { server: "" }],
  ["no store", { store: undefined }],
  ["a ttl of 0", { ttlMs: 0 }],
  ["half a millisecond", { retentionMs: 0.5 }],
  ["a negative wait", { waitForCompletionMs: -1 }],
  ["a lease that is no number", { leaseMs: "60" }],
  ["an answer too small for a sentence", { maxResultBytes: 100 }],
  ["an endless wait for the store", { storeTimeoutMs: Number.POSITIVE_INFINITY }],
])("an engine with %s is refused at start-up", (_what, odd) => {
  expect(() => createTier2({ store: memoryStore(), server: "shop", ...odd } as never)).toThrow(
    expect.objectContaining({ code: "invalid_setup" }),
  );
});

test("making an engine asks the store nothing", () => {
  const { connection } = aWorld().process({ tools: [fooTool().tool] });
  expect(connection.operations).toEqual([]);
});
