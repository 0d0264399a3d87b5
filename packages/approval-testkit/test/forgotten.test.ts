import { memoryStore } from "@holdpoint/tier2-store-memory";
import { expect, test } from "vitest";
import type { FailureTestId, Sizes } from "../src/checks.js";
import { failures, messagesOf } from "./support/failures.js";
import { shop } from "./support/shop.js";
import type { Forgotten } from "./support/tools.js";

const sizes: Sizes = { operations: 24, firstCalls: 8, rounds: 2, persistMs: 5, settleWithinMs: 100 };

const found: readonly [Forgotten, string, FailureTestId][] = [
  ["authorize", "an application that answers every question about access with yes", "access-removed"],
  ["stateVersion", "a preview that does not say which state it shows", "changed-argument"],
  ["reconcile", "a tool that cannot tell what became of a time-out", "time-out-after-commit"],
  ["level", "a tool that was declared as L3 and should have been L4", "agent-alone"],
  ["uses", "a policy that gives three uses instead of one", "uses-counted"],
  ["namedPolicy", "a named policy that is missing", "overlapping-policies"],
];

test.each(found)("on Holdpoint itself the kit finds a forgotten %s: %s", async (forgotten, _, fails) => {
  const make = () => {
    const store = memoryStore();
    return shop("tier2-mcp, the official client", { stores: [store, store], forgotten });
  };
  const failed = await failures(make, sizes);
  expect([...new Set(failed.map(({ check }) => check.test))], messagesOf(failed)).toEqual([fails]);
});
