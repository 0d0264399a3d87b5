import fc from "fast-check";
import { expect, test } from "vitest";
import { isInTimeToStart, reserve } from "../../../src/engine/approvals/reserve.js";
import { transition } from "../../../src/engine/approvals/transition.js";
import { approvalWorld, asked, human, requester, requirement } from "../../support/approvals.js";
import { VirtualTime } from "../../support/virtual-time.js";
import { WorldStore } from "../../support/world-store.js";

/** When operations come, how long each of their steps takes, and when somebody revokes. */
const courses = fc.record({
  trips: fc.array(
    fc.integer({ min: 0, max: 7 }).map((steps) => steps * 50),
    { minLength: 1, maxLength: 40 },
  ),
  operations: fc.array(fc.record({ atMs: fc.integer({ min: 0, max: 40 }), stallMs: fc.integer({ min: 0, max: 30 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  revokeAtMs: fc.integer({ min: 0, max: 40 }),
});
type Course = typeof courses extends fc.Arbitrary<infer C> ? C : never;

/** Plays it, and says when each handler started and when the revoke was acknowledged. */
async function play({ trips, operations, revokeAtMs }: Course, isWaitedFor: boolean) {
  let trip = 0;
  const time = new VirtualTime(() => trips[trip++ % trips.length] ?? 0);
  const setUp = approvalWorld(time.store, { platform: time.platform });
  const uses = requirement({ uses: 3 });
  const { id, actionDigest } = await time.run(setUp.grant(asked({ requirement: uses })));
  const startedAtMs: number[] = [];
  let acknowledgedAtMs = Number.POSITIVE_INFINITY;
  const process = async ({ atMs, stallMs }: Course["operations"][0], n: number) => {
    await time.pause(atMs * 50);
    const use = { ...asked({ requirement: uses }), actionDigest, operationId: `op_${n % 3}` };
    const reserved = await reserve(setUp.parts, id, use);
    await time.pause(stallMs * 50);
    if (reserved.ok && isInTimeToStart(setUp.parts, reserved)) startedAtMs.push(time.nowMs);
  };
  const revoke = async () => {
    await time.pause(revokeAtMs * 50);
    const decision = setUp.decision(actionDigest);
    const vote = { approver: "user:fin", groups: [], reason: "stop", actionDigest, atMs: 0 };
    if (isWaitedFor) expect(await setUp.approvals.revoke(id, decision)).toMatchObject({ ok: true });
    else await transition(setUp.parts, id, { type: "revoke", vote });
    acknowledgedAtMs = time.nowMs;
  };
  await time.run(Promise.all([...operations.map(process), revoke()]));
  return { startedAtMs, acknowledgedAtMs };
}

const isFollowedByStart = ({ startedAtMs, acknowledgedAtMs }: Awaited<ReturnType<typeof play>>) =>
  startedAtMs.some((ms) => ms > acknowledgedAtMs);

test("nothing starts after a revoke was acknowledged, however long anything takes", async () => {
  let starts = 0;
  await fc.assert(
    fc.asyncProperty(courses, async (course) => {
      const played = await play(course, true);
      starts += played.startedAtMs.length;
      return !isFollowedByStart(played);
    }),
    { numRuns: 150 },
  );
  expect(starts, "something did start").toBeGreaterThan(30);
});

test("control: without the wait something does", async () => {
  const found = await fc.check(
    fc.asyncProperty(courses, async (course) => !isFollowedByStart(await play(course, false))),
    { numRuns: 300, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});

test("a handler that comes too late does not start, however long its reservation was under way", async () => {
  const time = new VirtualTime(() => 600);
  const { parts, grant } = approvalWorld(time.store, { platform: time.platform });
  const { id, actionDigest } = await time.run(grant());
  const reserved = await time.run(reserve(parts, id, { ...asked(), actionDigest, operationId: "op_1" }));
  if (!reserved.ok) throw new Error(reserved.why);
  expect(time.nowMs - reserved.sentAtMs).toBeGreaterThanOrEqual(1200);
  expect(isInTimeToStart(parts, reserved)).toBe(false);
});

test("a reservation that took long is looked at again, so that its handler starts once the store is quick", async () => {
  let trips = 0;
  const time = new VirtualTime(() => (trips++ < 8 ? 400 : 0));
  const { parts, grant } = approvalWorld(time.store, { platform: time.platform });
  const { id, actionDigest } = await time.run(grant());
  trips = 0;
  const reserved = await time.run(reserve(parts, id, { ...asked(), actionDigest, operationId: "op_1" }));
  if (!reserved.ok) throw new Error(reserved.why);
  expect(isInTimeToStart(parts, reserved)).toBe(true);
});

test("what was revoked while a slow reservation was under way does not start", async () => {
  const time = new VirtualTime(() => 300);
  const { parts, grant, approvals, decision } = approvalWorld(time.store, { platform: time.platform });
  const { id, actionDigest } = await time.run(grant());
  const reserving = reserve(parts, id, { ...asked(), actionDigest, operationId: "op_1" });
  const revoking = time.pause(900).then(() => approvals.revoke(id, decision(actionDigest)));
  await time.run(Promise.all([reserving, revoking]));
  expect(await reserving).toMatchObject({ ok: false, why: "revoked" });
});

test("an untouched grant is revoked at once; a second person who revokes it waits like the first", async () => {
  const time = new VirtualTime(() => 0);
  const { approvals, grant, decision } = approvalWorld(time.store, { platform: time.platform });
  const { id, actionDigest } = await time.run(grant());
  let beforeMs = time.nowMs;
  await time.run(approvals.revoke(id, decision(actionDigest)));
  expect(time.nowMs - beforeMs).toBeLessThan(1000);
  beforeMs = time.nowMs;
  await time.run(approvals.revoke(id, decision(actionDigest, human("user:fay"))));
  expect(time.nowMs - beforeMs).toBeGreaterThanOrEqual(1000);
});

test("after lost writes a revoke waits though nothing shows: a reservation may be among them", async () => {
  const time = new VirtualTime(() => 0);
  const { approvals, grant, decision } = approvalWorld(time.store, { platform: time.platform });
  const { id, actionDigest } = await time.run(grant());
  time.store.history += 1;
  const beforeMs = time.nowMs;
  expect(await time.run(approvals.revoke(id, decision(actionDigest)))).toMatchObject({ ok: true });
  expect(time.nowMs - beforeMs).toBeGreaterThanOrEqual(1000);
});

test("whoever had a part in it may revoke, and those it was given to; nobody else", async () => {
  for (const who of ["user:fin", "user:fay", "user:ada"]) {
    const { approvals, grant, decision, reserve: use } = approvalWorld();
    const { id, actionDigest } = await grant();
    expect(await approvals.revoke(id, decision(actionDigest, human("user:eve")))).toMatchObject({ ok: false });
    expect(await approvals.revoke(id, decision("another"))).toMatchObject({ ok: false, reason: "changed" });
    const answer = await approvals.revoke(id, { ...decision(actionDigest, human(who)), reason: "stop it" });
    expect(answer).toMatchObject({
      ok: true,
      approval: { status: "revoked", revoked: { by: who, reason: "stop it" } },
    });
    expect(await use(id, actionDigest, "op_1")).toMatchObject({ ok: false, why: "revoked" });
  }
});

test("what is not known to be on enough replicas is neither acknowledged nor built upon", async () => {
  const store = new WorldStore();
  const { approvals, grant, decision, reserve: use } = approvalWorld(store);
  const { id, actionDigest } = await grant(asked({ requester, requirement: requirement({ uses: 2 }) }));
  const { swap } = store;
  store.swap = async (...given) => ({ ...(await swap(...given)), replicated: false });
  await expect(use(id, actionDigest, "op_1")).rejects.toMatchObject({ code: "store_unavailable" });
  await expect(approvals.revoke(id, decision(actionDigest))).rejects.toMatchObject({ code: "store_unavailable" });
  await expect(approvals.revoke(id, decision(actionDigest))).rejects.toMatchObject({ code: "store_unavailable" });
  store.swap = swap;
  expect(await approvals.revoke(id, decision(actionDigest))).toMatchObject({ ok: true });
});
