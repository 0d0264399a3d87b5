import { expect, test, vi } from "vitest";
import { away, isClaim, isOutcome, passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

const lease = 60_000;
type Reconcile = NonNullable<NonNullable<Parameters<typeof fooTool>[0]>["reconcile"]>;

/** A process that was stopped between its claim and its handler, in the middle of a question to a hook. */
async function stopped(reconcile: Reconcile = () => ({ outcome: "unknown" })) {
  const world = aWorld();
  const foo = fooTool({ reconcile });
  const answer = deferred<boolean>();
  let asked = 0;
  const zombie = world.process({ isEnabled: () => (asked++ === 0 ? true : answer.promise) });
  const confirm_token = await zombie.preview(foo.tool, { id: 7 });
  const confirm = (by = zombie) => by.call(foo.tool, { id: 7, confirm_token });
  const reply = confirm();
  await world.clock.advance(0);
  zombie.pause();
  return {
    world,
    zombie,
    ...foo,
    confirm,
    renewals: () => zombie.connection.operations.filter(isClaim).length - 1,
    wakesUp: () => {
      answer.resolve(true);
      return reply;
    },
  };
}

test("within half a lease of its claim a handler starts without asking the store", async () => {
  const { world, wakesUp, renewals, starts } = await stopped();
  await world.clock.advance(lease / 2 - 1);
  expect(outcomeOf(await wakesUp())).toBe("ok");
  expect([renewals(), starts.length]).toEqual([0, 1]);
});

test.each([lease / 2, lease - 1, lease, 10 * lease])(
  "after %i ms it renews its claim first, and starts if nobody settled it",
  async (pauseMs) => {
    const { world, wakesUp, renewals, starts, confirm } = await stopped();
    await world.clock.advance(pauseMs);
    const reply = await wakesUp();
    expect(outcomeOf(reply)).toBe("ok");
    expect([renewals(), starts.length]).toEqual([1, 1]);
    expect(await confirm(world.process())).toEqual({ ...reply, replayed: true });
  },
);

test.each<[string, Reconcile]>([
  ["not executed", () => ({ outcome: "not_executed" })],
  ["completed", () => ({ outcome: "completed", message: "found in the ledger" })],
])("a claim that was settled as %s meanwhile does not start any more", async (_as, reconcile) => {
  const { world, wakesUp, starts, confirm } = await stopped(reconcile);
  await world.clock.advance(lease);
  const settled = await confirm(world.process());
  const reply = await wakesUp();
  expect(starts).toEqual([]);
  expect(outcomeOf(reply)).toBe("not_executed");
  expect(await confirm(world.process())).toEqual({ ...settled, replayed: true });
});

test("while the store is away it does not start, and says so when the store is back", async () => {
  const { world, zombie, wakesUp, starts, confirm } = await stopped();
  await world.clock.advance(lease / 2);
  zombie.connection.intercept = (operation, apply) => (isClaim(operation) ? away(operation, apply) : apply());
  expect(outcomeOf(await wakesUp())).toBe("not_executed");
  expect(starts).toEqual([]);
  expect(outcomeOf(await confirm(world.process()))).toBe("not_executed");
});

test("the time counts from when the store was asked, not from when it answered", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process({ storeTimeoutMs: lease });
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = async (_operation, apply) => {
    connection.intercept = passOn;
    const answer = await apply();
    await new Promise<void>((resolve) => world.clock.after(lease / 2, resolve));
    return answer;
  };
  expect(outcomeOf(await world.within(lease, call(tool, { id: 7, confirm_token })))).toBe("ok");
  expect(connection.operations.filter(isClaim)).toHaveLength(2);
  expect(starts).toHaveLength(1);
});

test("others who meet the sleeping claim hear of a doubt, and never take it over", async () => {
  const { world, wakesUp, starts, confirm } = await stopped();
  await world.clock.advance(lease);
  const others = [world.process(), world.process()];
  const met = await Promise.all(others.map((other) => confirm(other)));
  expect(met.map(outcomeOf)).toEqual(Array(2).fill("unknown_or_used/in_doubt"));
  expect(starts).toEqual([]);
  const reply = await wakesUp();
  for (const other of others) expect(await confirm(other)).toEqual({ ...reply, replayed: true });
  expect(starts).toHaveLength(1);
});

test("a renewal that is overdue when the process wakes up does not start a settled claim either", async () => {
  const { world, zombie, wakesUp, starts, confirm } = await stopped(() => ({ outcome: "not_executed" }));
  await world.clock.advance(lease);
  await confirm(world.process());
  zombie.resume();
  await world.clock.advance(0);
  expect(outcomeOf(await wakesUp())).toBe("not_executed");
  expect(starts).toEqual([]);
});

test("a claim that a hook finds lost early does not start, however little time has passed", async () => {
  const { world, zombie, wakesUp, starts } = await stopped();
  zombie.resume();
  await world.clock.advance(0);
  const settledElsewhere = vi.fn(async () => {
    const record = await world.store.get(zombie.connection.confirmationId);
    const state = JSON.stringify({ ...JSON.parse(record?.state ?? ""), claim: "another" });
    return { ok: false, why: "tag", record: { ...record, tag: "in_flight another", state } };
  });
  zombie.connection.intercept = (operation, apply) => (isClaim(operation) ? settledElsewhere() : apply());
  await world.clock.advance(lease / 3);
  expect(settledElsewhere).toHaveBeenCalledTimes(1);
  expect(outcomeOf(await wakesUp())).toBe("not_executed");
  expect(starts).toEqual([]);
  expect(zombie.connection.operations.filter(isOutcome)).toHaveLength(1);
});
