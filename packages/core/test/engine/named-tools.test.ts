import { describe, expect, test } from "vitest";
import { createTier2, defineTier2Tool, type Tier2Event, type Tier2Options } from "../../src/index.js";
import type { Policy } from "../../src/policy/policy.js";
import { WorldStore } from "../support/world-store.js";

const tool = (name: string) =>
  defineTier2Tool({
    ...{ name, category: "refund" },
    preview: () => ({ summary: "s", preview: {} }),
    execute: () => ({ message: "done" }),
  });
const policies: Policy[] = [
  { id: "refunds", version: 3, scope: "named", tools: ["refnud_order"], approvers: ["group:ops"], onDeadline: "lapse" },
];
const made = (options: Partial<Tier2Options> = {}) => {
  const events: Tier2Event[] = [];
  const onEvent = (event: Tier2Event) => void events.push(event);
  const tier2 = createTier2({ store: new WorldStore(), server: "shop", policies, onEvent, ...options });
  return { tier2, unknown: () => events.filter(({ type }) => type === "unknown_tool") };
};
const requester = { tokenId: "agent-7", subject: "user:ada" };

describe("a policy that names a tool there is not", () => {
  test("keeps an engine that knows its tools from starting, and says where, and what may be meant", () => {
    expect(() => made({ tools: [tool("refund_order")] })).toThrow(
      expect.objectContaining({
        code: "invalid_setup",
        message: expect.stringMatching(/^policies\[0\]\.tools\[0\] is "refnud_order".*Is "refund_order" meant\?/),
      }),
    );
    expect(() => made({ tools: [] })).toThrow(/refnud_order/);
    expect(() => made({ tools: [tool("refnud_order")] })).not.toThrow();
  });

  test("may be announced: that tool is defined later", () => {
    expect(() => made({ tools: [], toolsLater: ["refnud_order"] })).not.toThrow();
    expect(() => made({ tools: [], toolsLater: "any" })).not.toThrow();
    expect(() => made({ tools: [], toolsLater: ["another"] })).toThrow(/refnud_order/);
  });

  test.each([[[7]], [{ 0: "refnud_order" }], ["all"], [null]])(
    "toolsLater is a list of names or any, not %j",
    (odd) => {
      expect(() => made({ tools: [], toolsLater: odd as never })).toThrow(/toolsLater must be/);
    },
  );

  test("is told of once, with the first call, where tools are defined as they come", async () => {
    const { tier2, unknown } = made();
    const refund = tool("refund_order");
    tier2.register(refund);
    expect(unknown()).toEqual([]);
    for (let calls = 0; calls < 3; calls += 1) await tier2.call(refund, {}, { requester });
    expect(unknown()).toEqual([
      {
        ...{ type: "unknown_tool", atMs: expect.any(Number), server: "shop", tool: "refnud_order" },
        ...{ policy: { id: "refunds", version: 3 }, like: "refund_order" },
      },
    ]);
  });

  test("is not told of where the tool has come by then, or is announced", async () => {
    for (const options of [{}, { toolsLater: ["refnud_order"] }] as const) {
      const { tier2, unknown } = made(options);
      if (!("toolsLater" in options)) tier2.register(tool("refnud_order"));
      await tier2.call(tool("another"), {}, { requester });
      expect(unknown()).toEqual([]);
    }
  });

  test("is refused where an adapter says that all tools are there", () => {
    const { tier2 } = made({ toolsLater: "any" });
    expect(() => tier2.demandNamedTools(["another"])).toThrow(/policies\[0\]\.tools\[0\]/);
    expect(() => tier2.demandNamedTools(["refnud_order"])).not.toThrow();
    tier2.register(tool("refnud_order"));
    expect(() => tier2.demandNamedTools([])).not.toThrow();
  });
});
