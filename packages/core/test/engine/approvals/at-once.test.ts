import { expect, test } from "vitest";
import { approvalWorld, asked, human, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test("64 first calls at once open one request, and one of them is told that it did", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const found = await Promise.all(many(64).map(() => world.open()));
  const standing = found.filter((one) => one.kind === "standing");
  expect(new Set(standing.map(({ approval }) => approval.id)).size).toBe(1);
  expect(standing.filter(({ opened }) => opened)).toHaveLength(1);
  expect(standing).toHaveLength(64);
  expect([...store.records.keys()].filter((id) => id.startsWith("a:"))).toHaveLength(1);
  expect(world.told("approval_requested")).toHaveLength(1);
});

test("of an allow and a deny at once exactly one wins, and the other hears of a conflict", async () => {
  for (let round = 0; round < 50; round += 1) {
    const { approvals, request, decision, told } = approvalWorld();
    const { id, actionDigest } = await request();
    const words = [
      () => approvals.allow(id, decision(actionDigest, human("user:fin"))),
      () => approvals.deny(id, decision(actionDigest, human("user:fay"))),
    ];
    const answers = await Promise.all((round % 2 === 0 ? words : words.toReversed()).map((say) => say()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ ok: false, reason: "conflict" });
    expect([...told("approval_allowed"), ...told("approval_denied")]).toHaveLength(1);
  }
});

test.each([1, 20])("of 200 operations at once a grant of %i uses lets that many through", async (uses) => {
  const world = approvalWorld();
  const { id, actionDigest } = await world.grant(asked({ requirement: requirement({ uses }) }));
  const reserved = await Promise.all(many(200).map((n) => world.reserve(id, actionDigest, `op_${n}`)));
  expect(reserved.filter(({ ok }) => ok)).toHaveLength(uses);
  for (const one of reserved) if (!one.ok) expect(one.why).toBe("exhausted");
});

test("retries of one operation spend one use, also where the reply to the first was lost", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const { id, actionDigest } = await world.grant(asked({ requirement: requirement({ uses: 2 }) }));
  store.losesReplies = 1;
  const again = await Promise.all(many(20).map(() => world.reserve(id, actionDigest, "op_1")));
  expect(again.every(({ ok }) => ok)).toBe(true);
  expect(await world.reserve(id, actionDigest, "op_2")).toMatchObject({ ok: true });
  expect(await world.reserve(id, actionDigest, "op_3")).toMatchObject({ ok: false, why: "exhausted" });
  expect(await world.reserve(id, actionDigest, "op_1")).toMatchObject({ ok: true });
});

test("a use comes back once, however often it is given back", async () => {
  const world = approvalWorld();
  const { id, actionDigest } = await world.grant();
  await world.reserve(id, actionDigest, "op_1");
  const back = await Promise.all(many(10).map(() => world.refund(id, "op_1")));
  expect(back.filter(Boolean)).toHaveLength(1);
  expect(world.told("use_refunded")).toHaveLength(1);
  const next = await Promise.all(many(10).map((n) => world.reserve(id, actionDigest, `op_next_${n}`)));
  expect(next.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a write that was held up on its way does not take the use after it was given back", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const { id, actionDigest } = await world.grant();
  const { swap } = store;
  let again = swap;
  store.swap = (...given) => {
    again = () => swap(...given);
    return swap(...given);
  };
  await world.reserve(id, actionDigest, "op_1");
  store.swap = swap;
  await world.refund(id, "op_1");
  expect(await (again as () => ReturnType<typeof swap>)()).toMatchObject({ ok: false, why: "tag" });
  expect(await world.reserve(id, actionDigest, "op_2")).toMatchObject({ ok: true });
});

test("nothing is given back of a grant that was revoked or is over, nor to an operation that had none", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const { id, actionDigest } = await world.grant(asked({ requirement: requirement({ uses: 2, minutes: 10 }) }));
  await world.reserve(id, actionDigest, "op_1");
  expect(await world.refund(id, "op_2")).toBe(false);
  store.nowMs += 10 * 60_000;
  expect(await world.refund(id, "op_1")).toBe(false);
  const other = await world.grant(asked({ params: { to: "bolt" } }));
  await world.reserve(other.id, other.actionDigest, "op_1");
  expect(await world.approvals.revoke(other.id, world.decision(other.actionDigest))).toMatchObject({ ok: true });
  expect(await world.refund(other.id, "op_1")).toBe(false);
});

test("of a grant that only time ends all operations at once get through", async () => {
  const world = approvalWorld();
  const { id, actionDigest } = await world.grant(asked({ requirement: requirement({ uses: null, minutes: 10 }) }));
  const reserved = await Promise.all(many(60).map((n) => world.reserve(id, actionDigest, `op_${n}`)));
  expect(reserved.every(({ ok }) => ok)).toBe(true);
});

test("a word whose reply was lost is told once, and its repetition changes nothing", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const { id, actionDigest } = await world.request();
  store.losesReplies = 1;
  expect(await world.approvals.allow(id, world.decision(actionDigest))).toMatchObject({ ok: true });
  const before = store.writes;
  const again = await world.approvals.allow(id, world.decision(actionDigest));
  expect(again).toMatchObject({ ok: true, approval: { status: "approved" } });
  expect(store.writes).toBe(before);
  expect(world.told("approval_allowed")).toHaveLength(1);
});

test("first calls whose replies are lost still open one request, and somebody is told of it", async () => {
  for (const lost of many(12)) {
    const store = new WorldStore();
    store.losesReplies = lost;
    const world = approvalWorld(store, { retryPausesMs: many(12).map(() => 0) });
    const found = await Promise.all(many(8).map(() => world.open()));
    expect(new Set(found.map((one) => one.kind === "standing" && one.approval.id)).size).toBe(1);
    expect([...store.records.keys()].filter((id) => id.startsWith("a:"))).toHaveLength(1);
    expect(world.told("approval_requested").length).toBeGreaterThan(0);
  }
});
