import { expect, test } from "vitest";
import { approvalWorld, asked, human, minuteMs, quorumOf, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

// A store that may have lost writes: a denial, a revoke, a use that was spent. What it shows was true once.
const [fin, fay] = [human("user:fin"), human("user:fay")];

function onStore() {
  const store = new WorldStore();
  return { store, ...approvalWorld(store) };
}

test("votes of another history count for nothing: all have to speak again", async () => {
  const { store, approvals, request, decision } = onStore();
  const { id, actionDigest } = await request(asked({ requirement: quorumOf(2) }));
  await approvals.allow(id, decision(actionDigest, fin));
  store.history += 1;
  expect(await approvals.get(id, { approver: fin })).toMatchObject({ status: "pending", allows: [] });
  expect((await approvals.get(id, { approver: fin }))?.cannotDecide).toBeUndefined();
  const second = await approvals.allow(id, decision(actionDigest, fay));
  expect(second).toMatchObject({ ok: true, approval: { status: "pending", allows: [{ approver: "user:fay" }] } });
  const third = await approvals.allow(id, decision(actionDigest, fin));
  expect(third).toMatchObject({ ok: true, approval: { status: "approved" } });
});

test("a grant of another history lets nothing through until its approvers say so again", async () => {
  const { store, approvals, grant, decision, reserve, open } = onStore();
  const three = asked({ requirement: requirement({ uses: 3 }) });
  const { id, actionDigest } = await grant(three);
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: true });
  store.history += 1;
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "void" });
  expect(await reserve(id, actionDigest, "op_2")).toMatchObject({ ok: false, why: "void" });
  expect(await open(three)).toMatchObject({ status: "pending", opened: false, approval: { id } });
  const again = await approvals.allow(id, decision(actionDigest, fay));
  expect(again).toMatchObject({ ok: true, approval: { status: "approved", allows: [{ approver: "user:fay" }] } });
  expect(await reserve(id, actionDigest, "op_2")).toMatchObject({ ok: true });
});

test("a history that changes on the way is judged by the store as it writes", async () => {
  const { store, approvals, grant, request, decision, reserve } = onStore();
  const { swap } = store;
  const changing: WorldStore["swap"] = async (...given) => {
    store.history += 1;
    store.swap = swap;
    return swap(...given);
  };
  const { id, actionDigest } = await grant();
  store.swap = changing;
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "void" });

  const two = await request(asked({ requirement: quorumOf(2), params: { n: 2 } }));
  await approvals.allow(two.id, decision(two.actionDigest, fin));
  store.swap = changing;
  const second = await approvals.allow(two.id, decision(two.actionDigest, fay));
  expect(second).toMatchObject({ ok: true, approval: { status: "pending", allows: [{ approver: "user:fay" }] } });
});

test("a grant that is used up stays so: nobody is asked again for what has been done", async () => {
  const { store, approvals, grant, decision, reserve, refund } = onStore();
  const { id, actionDigest } = await grant();
  await reserve(id, actionDigest, "op_1");
  store.history += 1;
  expect(await approvals.get(id, { approver: fin })).toMatchObject({ status: "exhausted" });
  expect(await approvals.allow(id, decision(actionDigest, fay))).toMatchObject({ ok: false, reason: "closed" });
  expect(await refund(id, "op_1")).toBe(false);
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "void" });
});

test("a void grant can be denied, withdrawn and revoked", async () => {
  for (const end of ["deny", "withdraw", "revoke"] as const) {
    const { store, approvals, grant, decision, reserve } = onStore();
    const { id, actionDigest } = await grant();
    store.history += 1;
    const by = decision(actionDigest, end === "withdraw" ? human("user:ada") : fin);
    expect(await approvals[end](id, by)).toMatchObject({ ok: true });
    expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false });
  }
});

test("asking the next approvers does not bring back what was said before the history changed", async () => {
  const { store, approvals, request, decision, open } = onStore();
  const escalating = quorumOf(2, { onDeadline: "escalate" });
  const ask = asked({ requirement: escalating });
  const { id, actionDigest } = await request(ask);
  await approvals.allow(id, decision(actionDigest, fin));
  store.history += 1;
  store.nowMs += 60 * minuteMs;
  await open(ask);
  const answer = await approvals.allow(id, decision(actionDigest, fay));
  expect(answer).toMatchObject({ ok: true, approval: { status: "pending", allows: [{ approver: "user:fay" }] } });
});

test("what is affirmed again has the whole time of a request to reach its quorum", async () => {
  const { store, approvals, request, decision } = onStore();
  const { id, actionDigest } = await request(asked({ requirement: quorumOf(2) }));
  for (const one of [fin, fay]) await approvals.allow(id, decision(actionDigest, one));
  store.history += 1;
  store.nowMs += 500 * minuteMs;
  await approvals.allow(id, decision(actionDigest, fin));
  store.nowMs += 60 * minuteMs - 1;
  expect(await approvals.allow(id, decision(actionDigest, fay))).toMatchObject({
    ...{ ok: true, approval: { status: "approved" } },
  });
});
