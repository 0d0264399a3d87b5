import { expect, test } from "vitest";
import { approvalWorld, asked, human, minuteMs, quorumOf, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const [bob, fin] = [human("user:bob"), human("user:fin")];
const glass = { approvers: ["user:bob"], minutes: 5 };
const evidence = "incident 42, on call confirmed by phone";

async function broken(differing = {}) {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const demands = quorumOf(2, { uses: 10, minutes: 60, breakGlass: glass, ...differing });
  const it = await world.request(asked({ requirement: demands }));
  const word = { ...world.decision(it.actionDigest, bob), evidence };
  return { store, ...world, ...it, word };
}

test("one person with evidence lets one operation through, for a short time, whatever the policies would give", async () => {
  const { approvals, id, actionDigest, word, reserve, store, told } = await broken();
  expect(await approvals.breakGlass(id, word)).toMatchObject({
    ...{ ok: true, approval: { status: "approved", usesLeft: 1, breakGlass: { by: "user:bob", evidence } } },
  });
  expect(told("glass_broken")).toMatchObject([{ by: "user:bob", evidence, approvalId: id }]);
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: true });
  expect(await reserve(id, actionDigest, "op_2")).toMatchObject({ ok: false, why: "exhausted" });

  const other = await broken();
  await other.approvals.breakGlass(other.id, other.word);
  other.store.nowMs += 5 * minuteMs;
  expect(await other.reserve(other.id, other.actionDigest, "op_1")).toMatchObject({ ok: false, why: "lapsed" });
  expect(store).not.toBe(other.store);
});

test("it lets through exactly what was shown, whatever the policies bind", async () => {
  const bulk = asked({ requirement: quorumOf(2, { uses: 10, bind: "tool", breakGlass: glass }) });
  const world = approvalWorld();
  const { id, actionDigest } = await world.request(bulk);
  await world.approvals.breakGlass(id, { ...world.decision(actionDigest, bob), evidence });
  expect(await world.reserve(id, "another action", "op_1", bulk)).toMatchObject({ ok: false, why: "not_covered" });
  expect(await world.open({ ...bulk, params: { to: "mallory" } })).toMatchObject({ status: "pending", opened: true });
  expect(await world.reserve(id, actionDigest, "op_1", bulk)).toMatchObject({ ok: true });
});

test("a policy's own limit in time still counts, where it is shorter", async () => {
  const { approvals, id, actionDigest, word, reserve, store } = await broken({ minutes: 2 });
  await approvals.breakGlass(id, word);
  store.nowMs += 2 * minuteMs;
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "lapsed" });
});

test.each([undefined, "", "  ", 7])("without evidence nobody breaks the glass: %s", async (none) => {
  const { approvals, id, word } = await broken();
  expect(await approvals.breakGlass(id, { ...word, evidence: none as string })).toMatchObject({ reason: "invalid" });
});

test("only those whom the policy names for it break the glass, and where it names nobody, nobody", async () => {
  const { approvals, id, word } = await broken();
  expect(await approvals.breakGlass(id, { ...word, approver: fin })).toMatchObject({ reason: "not_entitled" });
  const closed = approvalWorld();
  const it = await closed.request(asked({ requirement: requirement() }));
  const decision = { ...closed.decision(it.actionDigest), evidence };
  expect(await closed.approvals.breakGlass(it.id, decision)).toMatchObject({ reason: "not_entitled" });
});

test("it opens an item that stays until somebody else has looked at it, however long that takes", async () => {
  const { approvals, id, word, store, reserve, actionDigest, told } = await broken();
  await approvals.breakGlass(id, word);
  await reserve(id, actionDigest, "op_1");
  store.nowMs += 400 * 24 * 60 * minuteMs;
  expect((await approvals.reviewItems({ approver: bob })).items).toMatchObject([{ id, cannotDecide: "own_glass" }]);
  const { items } = await approvals.reviewItems({ approver: fin });
  expect(items).toMatchObject([{ id, spent: [{ operationId: "op_1" }], breakGlass: { evidence } }]);
  expect(items[0]?.cannotDecide).toBeUndefined();

  expect(await approvals.closeReview(id, { approver: bob, reason: "fine" })).toMatchObject({ reason: "own_glass" });
  expect(await approvals.closeReview(id, { approver: human("user:ada"), reason: "fine" })).toMatchObject({
    reason: "self_approval",
  });
  expect(await approvals.closeReview(id, { approver: human("user:eve"), reason: "fine" })).toMatchObject({
    reason: "not_entitled",
  });
  expect(await approvals.closeReview(id, { approver: fin, reason: "" })).toMatchObject({ reason: "invalid" });
  expect((await approvals.reviewItems({ approver: fin })).items).toHaveLength(1);

  expect(await approvals.closeReview(id, { approver: fin, reason: "was right" })).toMatchObject({
    ...{ ok: true, approval: { breakGlass: { reviewed: { by: "user:fin", reason: "was right" } } } },
  });
  expect((await approvals.reviewItems({ approver: fin })).items).toEqual([]);
  expect(told("review_closed")).toMatchObject([{ by: "user:fin" }]);
  expect(await approvals.closeReview(id, { approver: fin, reason: "again" })).toMatchObject({ ok: true });
  expect(told("review_closed")).toHaveLength(1);
  store.nowMs += 24 * 60 * minuteMs;
  expect(await approvals.get(id, { approver: fin })).toBeUndefined();
});

test("what was revoked is still to be looked at", async () => {
  const { approvals, id, word, decision, actionDigest, store } = await broken();
  await approvals.breakGlass(id, word);
  await approvals.revoke(id, decision(actionDigest));
  store.nowMs += 30 * 24 * 60 * minuteMs;
  expect((await approvals.reviewItems({ approver: fin })).items).toMatchObject([{ id, status: "revoked" }]);
  expect(await approvals.closeReview(id, { approver: fin, reason: "ok" })).toMatchObject({ ok: true });
});

test("closing the review of a grant that lost writes made void does not bring the grant back", async () => {
  const { approvals, id, word, store, reserve, actionDigest } = await broken();
  await approvals.breakGlass(id, word);
  store.history += 1;
  expect(await approvals.get(id, { approver: fin })).toMatchObject({ status: "lapsed" });
  expect(await approvals.closeReview(id, { approver: fin, reason: "ok" })).toMatchObject({ ok: true });
  expect(await reserve(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "revoked" });
});

test("what has been denied, or is over, is not opened by breaking the glass", async () => {
  const { approvals, id, word, decision, actionDigest } = await broken();
  await approvals.deny(id, decision(actionDigest));
  expect(await approvals.breakGlass(id, word)).toMatchObject({ ok: false, reason: "conflict" });
  const late = await broken();
  late.store.nowMs += 60 * minuteMs;
  expect(await late.approvals.breakGlass(late.id, late.word)).toMatchObject({ ok: false, reason: "closed" });
});
