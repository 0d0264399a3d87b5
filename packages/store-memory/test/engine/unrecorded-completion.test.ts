import { expect, test } from "vitest";
import { away, isClaim, isOutcome, passOn } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

/** The store goes away while the handler has its effect. */
async function unrecorded(changes: Parameters<typeof fooTool>[0] = {}) {
  const world = aWorld();
  const process = world.process();
  const foo = fooTool({
    ...changes,
    execute: () => {
      process.connection.intercept = away;
      return { message: "Foo 7 deleted", details: { receipt: "r1" } };
    },
  });
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const reply = await world.within(5_000, process.call(foo.tool, { id: 7, confirm_token }));
  const second = world.process();
  return { world, process, ...foo, reply, second, retry: () => second.call(foo.tool, { id: 7, confirm_token }) };
}

test("the caller hears the true answer, and observers hear that it is not recorded", async () => {
  const { process, reply } = await unrecorded();
  expect(reply).toMatchObject({ status: "ok", replayed: false, body: { message: "Foo 7 deleted", receipt: "r1" } });
  expect(process.told("completion_unrecorded")).toMatchObject([
    { operationId: reply.operationId, error: { code: "store_unavailable" } },
  ]);
  expect(process.told("completed")).toHaveLength(1);
});

test("the record becomes in doubt when the lease lapses, and nothing runs again", async () => {
  const { world, retry, starts } = await unrecorded();
  expect(outcomeOf(await retry())).toBe("unknown_or_used/in_flight");
  await world.clock.advance(60_000);
  expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
  expect(starts).toHaveLength(1);
});

test("the system of record settles it", async () => {
  const { world, retry } = await unrecorded({ reconcile: () => ({ outcome: "completed", message: "Foo 7 deleted" }) });
  await world.clock.advance(60_000);
  expect(outcomeOf(await retry())).toBe("ok");
});

test("it tries for some seconds, with the lease kept meanwhile", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process({ leaseMs: 3_000 });
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = (operation, apply) => (isOutcome(operation) ? away(operation, apply) : apply());
  const confirming = call(tool, { id: 7, confirm_token });
  await world.clock.advance(3_200);
  expect(connection.operations.filter(isClaim).length).toBeGreaterThan(1);
  expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used/in_flight");
  connection.intercept = passOn;
  const first = await world.within(1_000, confirming);
  expect(await world.process().call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
});

test("an outcome whose reply was lost is recorded once and recognised", async () => {
  const world = aWorld();
  const { call, preview, connection, told } = world.process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  let lost = 0;
  connection.intercept = async (operation, apply) => {
    const answer = await apply();
    if (!isOutcome(operation) || lost > 0) return answer;
    lost += 1;
    throw new Error("reply lost");
  };
  const first = await world.within(5_000, call(tool, { id: 7, confirm_token }));
  expect(lost).toBe(1);
  expect(told("completion_unrecorded")).toEqual([]);
  expect(await call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
});

test("a record that vanished under its claim is written anew, so that the answer is replayed", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  let gone = true;
  connection.intercept = async (operation, apply) => {
    if (!isOutcome(operation) || !gone) return apply();
    gone = false;
    return { ok: false, why: "absent", record: null };
  };
  const first = await call(tool, { id: 7, confirm_token });
  expect(connection.operations.filter(({ id }) => id.startsWith("c:")).map(({ method }) => method)).toEqual([
    ...["insert", "swap", "swap", "insert", "swap"],
  ]);
  expect(await call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
  expect(starts).toHaveLength(1);
});

test("a claim that the store has given to somebody else is told, since it must never happen", async () => {
  const world = aWorld();
  const { call, preview, connection, told } = world.process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = async (operation, apply) => {
    if (!isOutcome(operation)) return apply();
    const record = await world.store.get(operation.id);
    const state = JSON.stringify({ ...JSON.parse(record?.state ?? ""), claim: "another" });
    return { ok: false, why: "tag", record: { ...record, tag: "in_flight another", state } };
  };
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("ok");
  expect(told("completion_unrecorded")).toHaveLength(1);
});
