import { expect, test } from "vitest";
import { allow, approving, bob, carol, opsPolicy, pendingOf } from "./approving.js";

test("a caller that waits hears how many must allow it, and how many have, never who", async () => {
  const { call, process } = approving({ policies: [opsPolicy({ quorum: 2 })] });
  const asked = async () => pendingOf(await call({ id: 7 }));
  const { approval } = await asked();
  expect(approval.quorum).toEqual({ needed: 2, given: 0 });
  await allow(process, approval.id, bob);
  const half = await asked();
  expect(half.approval.quorum).toEqual({ needed: 2, given: 1 });
  expect(half.instructions).toContain("So far 1 of 2 people have.");
  expect(JSON.stringify(half)).not.toContain("user:bob");
  await process.engine.approvals.retract(approval.id, { approver: bob, reason: "wrong foo" });
  expect((await asked()).approval.quorum).toEqual({ needed: 2, given: 0 });
  for (const person of [carol, bob]) await allow(process, approval.id, person);
  expect((await call({ id: 7 })).body.status).toBe("confirmation_required");
});

test("by when to decide is told as one instant, however often and in whichever process it is asked", async () => {
  const { call, world, process } = approving();
  const second = world.process({ policies: [opsPolicy()] });
  const told: string[] = [];
  for (const on of [process, second, process]) {
    told.push(pendingOf(await call({ id: 7 }, {}, on)).approval.decide_by);
    await world.clock.advance(1234);
  }
  const [row] = (await process.engine.approvals.list({ approver: bob })).items;
  expect(told.map((text) => Date.parse(text))).toEqual(Array(3).fill(row?.decideByMs));
});

test("where the approvers' function names nobody who could decide, that is told with the request, once", async () => {
  const approvers = () => ["finance"];
  const { call, process } = approving({ policies: [opsPolicy({ approvers })] });
  for (let times = 0; times < 2; times += 1) expect(pendingOf(await call({ id: 7 })).approval.approvers).toEqual([]);
  expect(process.told("hook_failed")).toMatchObject([
    { hook: "approvers", error: { message: expect.stringContaining('Policy "deletions"') } },
  ]);
});
