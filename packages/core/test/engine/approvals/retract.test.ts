import { expect, test } from "vitest";
import { approvalWorld, asked, human, minuteMs, quorumOf, requester } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const fin = human("user:fin");
const fay = human("user:fay");
const two = asked({ requirement: quorumOf(2) });
const reason = "that was the wrong tab";

test("an approver takes an allow back as long as others are asked: it counts for nothing, and both words stay on record", async () => {
  const { approvals, request, decision, steps } = approvalWorld();
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  expect(await approvals.get(it.id, { approver: fin })).toMatchObject({
    ...{ cannotDecide: "already_decided", may: ["retract"], progress: { given: 1, needed: 2 } },
  });

  const taken = await approvals.retract(it.id, { approver: fin, reason });
  expect(taken).toMatchObject({
    ok: true,
    approval: {
      ...{ status: "pending", allows: [], progress: { given: 0, needed: 2 }, may: ["allow", "deny"] },
      retracted: [{ vote: { approver: "user:fin", reason: "checked" }, reason, nth: 1, atMs: expect.any(Number) }],
    },
  });
  expect(steps.slice(-2)).toMatchObject([
    { type: "approval_allowed", by: "user:fin", granted: false },
    { type: "approval_retracted", approvalId: it.id, by: "user:fin", reason },
  ]);

  // The other's allow is now the first of two again, not the last.
  expect(await approvals.allow(it.id, decision(it.actionDigest, fay))).toMatchObject({
    approval: { status: "pending", progress: { given: 1, needed: 2 } },
  });
  expect(await approvals.allow(it.id, decision(it.actionDigest, fin))).toMatchObject({
    approval: { status: "approved", retracted: [{ vote: { approver: "user:fin" } }] },
  });
});

test("whoever took an allow back may deny instead, and what they took back stays beside the denial", async () => {
  const { approvals, request, decision } = approvalWorld();
  const it = await request(two);
  const word = decision(it.actionDigest, fin);
  await approvals.allow(it.id, word);
  expect(await approvals.deny(it.id, word)).toMatchObject({ reason: "conflict" });
  await approvals.retract(it.id, { approver: fin, reason });
  expect(await approvals.deny(it.id, word)).toMatchObject({
    approval: { status: "denied", retracted: [{ vote: { approver: "user:fin" } }] },
  });
});

test("a second time it changes nothing and is told to nobody", async () => {
  const { approvals, request, decision, told } = approvalWorld();
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  for (let times = 0; times < 3; times += 1) {
    expect(await approvals.retract(it.id, { approver: fin, reason })).toMatchObject({
      approval: { retracted: [{ nth: 1 }] },
    });
  }
  expect(told("approval_retracted")).toHaveLength(1);
});

test("once enough have allowed it is too late: the grant stands, and is revoked instead", async () => {
  const { approvals, request, decision } = approvalWorld();
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  await approvals.allow(it.id, decision(it.actionDigest, fay));
  expect(await approvals.retract(it.id, { approver: fin, reason })).toMatchObject({
    ...{ ok: false, reason: "closed", approval: { status: "approved", may: ["revoke"] } },
  });
});

test("an allow and a retract at once: either the grant stands with both words, or the request is open with one", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { approvals, request, decision } = approvalWorld();
    const it = await request(two);
    await approvals.allow(it.id, decision(it.actionDigest, fin));
    const [taken, second] = await Promise.all([
      approvals.retract(it.id, { approver: fin, reason }),
      approvals.allow(it.id, decision(it.actionDigest, fay)),
    ]);
    expect(second).toMatchObject({ ok: true });
    const { status, allows } = (await approvals.get(it.id, { approver: fin })) ?? {};
    expect([status, allows?.length]).toEqual(taken.ok ? ["pending", 1] : ["approved", 2]);
  }
});

test("nobody takes back what is not theirs", async () => {
  const { approvals, request, decision, parts } = approvalWorld();
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  const { writes } = parts.approvalStore as WorldStore;
  const by = (approver: typeof fin) => approvals.retract(it.id, { approver, reason });
  expect(await by(human("user:eve"))).toMatchObject({ ok: false, reason: "not_entitled" });
  expect(await by(human(requester.subject ?? ""))).toMatchObject({ ok: false, reason: "self_approval" });
  expect(await by(fay)).toMatchObject({ ok: false, reason: "closed" });
  expect(await by({ ...fin, kind: "agent" } as never)).toMatchObject({ ok: false, reason: "not_entitled" });
  expect(await approvals.retract(it.id, { approver: fin, reason: " " })).toMatchObject({ reason: "invalid" });
  expect(await approvals.retract(`apr_${"x".repeat(43)}`, { approver: fin, reason })).toEqual({
    ok: false,
    reason: "not_found",
  });
  expect((parts.approvalStore as WorldStore).writes).toBe(writes);
});

test("nobody's leave is needed for it: who may not decide any more takes back what they said when they could", async () => {
  let isAllowed = true;
  const { approvals, request, decision } = approvalWorld(new WorldStore(), { hooks: { canDecide: () => isAllowed } });
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  isAllowed = false;
  expect(await approvals.get(it.id, { approver: fin })).toMatchObject({ may: ["retract"] });
  expect(await approvals.retract(it.id, { approver: fin, reason })).toMatchObject({ ok: true });
});

test("after the time to decide there is nothing to take back, and the store judges that as it writes", async () => {
  const store = new WorldStore();
  const { approvals, request, decision } = approvalWorld(store);
  const it = await request(two);
  await approvals.allow(it.id, decision(it.actionDigest, fin));
  store.nowMs += 60 * minuteMs;
  expect(await approvals.retract(it.id, { approver: fin, reason })).toMatchObject({ ok: false, reason: "closed" });
});

test("who changes their mind without end fills no record: the last twenty are kept, each with its number", async () => {
  const { approvals, request, decision } = approvalWorld();
  const it = await request(two);
  for (let times = 0; times < 25; times += 1) {
    await approvals.allow(it.id, decision(it.actionDigest, fin));
    await approvals.retract(it.id, { approver: fin, reason });
  }
  const { retracted = [] } = (await approvals.get(it.id, { approver: fin })) ?? {};
  expect(retracted.map(({ nth }) => nth)).toEqual(Array.from({ length: 20 }, (_, at) => at + 6));
});
