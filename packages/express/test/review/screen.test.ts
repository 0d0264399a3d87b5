import { readFileSync } from "node:fs";
import express from "express";
import { expect, test } from "vitest";
import { ann, cfo, opened } from "./desk.js";
import { detailScreen, listScreen } from "./screen.js";

test("the screen is built of nothing but answers", () => {
  const source = readFileSync(new URL("./screen.ts", import.meta.url), "utf8");
  expect(source).not.toMatch(/\bimport\b|\brequire\b/);
});

test("a whole screen before the decision", async () => {
  const { get, open, post, at, decision, id: before } = await opened({ express, policy: { quorum: 2 } });
  await post(at("deny"), { ...decision, reason: "wrong order" }, "user:fay finance");
  const id = await open();
  const { action_digest } = (await get(`/approvals/${id}`)).body.approval;
  await post(`/approvals/${id}/allow`, { ...decision, action_digest });

  expect(await listScreen((path) => get(path, "user:fay finance"))).toBe(
    "Refund 250.00 EUR to the buyer of order 1007 | shop/refund_order | user:ann / tok_7 / agent-1 | by 2001-09-09T03:46:40.000Z | 1/2 | [allow, deny]",
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
asked by user:ann / tok_7 / agent-1 at 2001-09-09T01:46:40.000Z
in the name of user:boss
because of refund-over-100 v3, everything v1
refund-over-100 asks 2 of group:finance
your word: Covers exactly what is shown here: 1 execution, for 30 minutes.
decide by 2001-09-09T03:46:40.000Z, then escalate
status: pending, allowed by 1 of 2
  refund-over-100: 1 of 2
+ user:fin at 2001-09-09T01:46:40.000Z: checked with the buyer
before: ${before} denied by user:fay: wrong order
[Allow up to 1 uses] for ${action_digest}
[deny] for ${action_digest}`,
  );
  const buttons = async (as: string) =>
    (await detailScreen((path) => get(path, as), id)).split("\n").filter((line) => /^[[(]/.test(line));
  expect(await buttons("user:fin finance")).toEqual([
    `[retract] for ${action_digest}`,
    "(You have decided on it already.)",
  ]);
  expect(await buttons(ann)).toEqual([`[withdraw] for ${action_digest}`, "(It was requested in your name.)"]);
  expect(await buttons(cfo)).toEqual([
    `[Break the glass, for 10 minutes] for ${action_digest}`,
    "(The policies do not name you.)",
  ]);
});

test("a whole screen afterwards", async () => {
  const { get, post, at, decision, id, call } = await opened({ express });
  await post(at("break-glass"), { ...decision, evidence: "incident 12" }, cfo);
  const { confirm_token } = (await call()).body as { confirm_token: string };
  const { operationId } = await call(1007, confirm_token);
  const lines = async (as: string) => (await detailScreen((path) => get(path, as), id)).split("\n").slice(14);
  const shown = [
    "status: exhausted, allowed by 0 of 1",
    "  refund-over-100: 0 of 1",
    "+ user:cfo at 2001-09-09T01:46:40.000Z: checked with the buyer",
    `used by ${operationId} at 2001-09-09T01:46:40.000Z`,
    "GLASS BROKEN by user:cfo: incident 12 (review open)",
  ];
  expect(await lines("user:eve sales")).toEqual([...shown, "(The policies do not name you.)"]);
  expect(await lines("user:fay finance")).toEqual([...shown, `[close_review] for ${decision.action_digest}`]);
  expect(await lines(cfo)).toEqual([...shown, "(You broke the glass yourself: somebody else has to look at it.)"]);
});
