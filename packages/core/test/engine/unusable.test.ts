import { expect, test } from "vitest";
import type { Unusable } from "../../src/approval/decision.js";
import { refusedUse } from "../../src/engine/unusable.js";

// What a caller hears where a grant is of no use: the row of each.
const table: Record<Unusable, string> = {
  not_found: "approval_lapsed/not_found",
  not_covered: "policy_changed/not_covered",
  pending: "approval_lapsed/history_changed",
  denied: "denied",
  cancelled: "approval_lapsed/cancelled",
  revoked: "revoked",
  lapsed: "approval_lapsed/lapsed",
  exhausted: "approval_lapsed/exhausted",
  void: "approval_lapsed/history_changed",
};

test.each(Object.entries(table) as [Unusable, string][])("a grant that is %s is told as %s", (why, told) => {
  const { reason, detail } = refusedUse(why, undefined);
  expect([reason, detail].filter((part) => part !== undefined).join("/")).toBe(told);
});
