import type { Approver } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { forever } from "../support/abandoned.js";
import { alice, approving, bob, carol, opsPolicy, shownTo } from "./approving.js";

/** Allowed by Bob for one use; then its process died inside the handler, and somebody says that nothing happened. */
async function settledBy(by: Approver, policies = [opsPolicy()]) {
  const { allowed, call, world, process } = approving({ policies }, { execute: forever });
  const { approval, confirm_token } = await allowed({ id: 7 });
  void call({ id: 7, confirm_token });
  await world.clock.advance(0);
  process.die();
  const second = world.process({ policies });
  await world.clock.advance(60_000);
  const [doubt] = (await second.engine.operations.inDoubt()).items;
  const said = { by, reason: "nothing in the log", as: { outcome: "not_executed" } } as const;
  expect(await second.engine.operations.settle(doubt?.operationId ?? "", said)).toBe(true);
  const { usesLeft } = await shownTo(second, approval.id);
  return { usesLeft, kept: second.told("use_kept").length, back: second.told("use_refunded").length };
}

test("a use is given back on the word of one of the approvers", async () => {
  expect(await settledBy(bob)).toEqual({ usesLeft: 1, kept: 0, back: 1 });
  expect(await settledBy(carol)).toEqual({ usesLeft: 1, kept: 0, back: 1 });
});

test.each<[string, Approver]>([
  ["whoever asked", { id: alice.subject ?? "", kind: "human", groups: ["ops"] }],
  ["a person who could not have allowed it", { id: "user:eve", kind: "human", groups: ["sales"] }],
])("a use is not given back on the word of %s, and that is told", async (_, by) => {
  expect(await settledBy(by)).toEqual({ usesLeft: 0, kept: 1, back: 0 });
});
