import { readFileSync } from "node:fs";
import express from "express";
import { expect, test } from "vitest";
import { decision, refund, requirement, reviewed } from "./desk.js";
import { detailScreen, listScreen } from "./screen.js";

test("the screen is built of nothing but answers", () => {
  const source = readFileSync(new URL("./screen.ts", import.meta.url), "utf8");
  expect(source).not.toMatch(/\bimport\b|\brequire\b/);
});

test("a whole screen before the decision", async () => {
  const { get, open, post } = await reviewed({ express });
  const id = open({
    ...refund,
    requirement: { ...requirement, quorum: 2 },
    previous: { id: "apr_0", status: "denied", by: "user:fay", reason: "wrong order", atMs: 0 },
  });
  await post(`/approvals/${id}/allow`, decision);

  expect(await listScreen((path) => get(path, "user:fay finance"))).toBe(
    "Refund 250.00 EUR to the buyer of order 1007 | shop/refund_order | user:ann / tok_7 / agent-1 | by 2026-01-02T04:04:05.000Z | 1/2 | [open]",
  );
  expect(await listScreen((path) => get(path, "user:boss finance"))).toMatch(/\(It was requested in your name\.\)$/);
  expect(await detailScreen((path) => get(path, "user:fay finance"), id)).toBe(
    `# Refund 250.00 EUR to the buyer of order 1007
target: order 1007
amount: 250.00 EUR
current_state: paid
expected_outcome: refunded
reversibility: irreversible
call: refund_order({"order_id":1007})
state: v41
asked by user:ann / tok_7 / agent-1 at 2026-01-02T03:04:05.000Z
in the name of user:boss
because of refund-over-100 v3, everything v1
refund-over-100 asks 1 of group:finance
your word: Covers exactly what is shown here: 1 execution, for 30 minutes.
decide by 2026-01-02T04:04:05.000Z, then escalate
status: pending, allowed by 1 of 2
+ user:fin at 1970-01-01T00:00:01.000Z: checked with the buyer
before: apr_0 denied by user:fay: wrong order
[Deny for action-digest]
[Allow for action-digest]
[Break the glass for 10 minutes: user:cfo]`,
  );
});

test("a whole screen afterwards", async () => {
  const { get, open, post, change } = await reviewed({ express });
  const id = open(refund);
  await post(`/approvals/${id}/break-glass`, { ...decision, evidence: "incident 12" }, "user:cfo finance");
  change(id, {
    validUntilMs: Date.UTC(2026, 0, 2, 3, 14, 5),
    usesLeft: 0,
    spent: [{ operationId: "op_9", atMs: Date.UTC(2026, 0, 2, 3, 5) }],
  });
  const screen = await detailScreen((path) => get(path), id);
  expect(screen.split("\n").slice(-6)).toEqual([
    "decide by 2026-01-02T04:04:05.000Z, then escalate",
    "status: approved, allowed by 0 of 1",
    "good until 2026-01-02T03:14:05.000Z, 0 left",
    "used by op_9 at 2026-01-02T03:05:00.000Z",
    "GLASS BROKEN by user:cfo: incident 12 (review open)",
    "(It has ended.)",
  ]);
});
