import { expect, test } from "vitest";
import { away, isClaim, passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

/** An operation that runs in one process, and another process that meets its duplicates. */
async function running(waitForCompletionMs = 10_000) {
  const world = aWorld();
  const working = deferred<{ message: string }>();
  const foo = fooTool({ execute: () => working.promise });
  const first = world.process({ waitForCompletionMs });
  const confirm_token = await first.preview(foo.tool, { id: 7 });
  const answer = first.call(foo.tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  const second = world.process({ waitForCompletionMs });
  const duplicates = (count: number, process = second, signal?: AbortSignal) =>
    Promise.all(Array.from({ length: count }, () => process.call(foo.tool, { id: 7, confirm_token }, { signal })));
  return { world, working, ...foo, first, second, answer, duplicates };
}

test("a duplicate in another process waits and gets the answer as a replay", async () => {
  const { world, working, answer, duplicates, starts } = await running();
  const waiting = duplicates(1);
  await world.clock.advance(5_000);
  working.resolve({ message: "done" });
  const [replay] = await world.within(250, waiting);
  expect(replay).toEqual({ ...(await answer), replayed: true });
  expect(starts).toHaveLength(1);
});

test("a duplicate in the same process waits without asking the store", async () => {
  const { world, working, answer, duplicates, first } = await running();
  const before = first.connection.count("get");
  const waiting = duplicates(20, first);
  await world.clock.advance(5_000);
  expect(first.connection.count("get")).toBe(before);
  working.resolve({ message: "done" });
  for (const replay of await waiting) expect(replay).toEqual({ ...(await answer), replayed: true });
});

test("the wait ends after waitForCompletionMs: in_flight, when to ask again, and no invitation to a new preview", async () => {
  const { world, duplicates, second, starts } = await running();
  const waiting = duplicates(1);
  let ended = false;
  void waiting.then(() => {
    ended = true;
  });
  await world.clock.advance(9_999);
  expect(ended).toBe(false);
  await world.clock.advance(1);
  const [reply] = await waiting;
  expect(reply?.body).toEqual({
    status: "rejected",
    tool: "delete_foo",
    reason: "unknown_or_used",
    detail: "in_flight",
    retry_after_ms: 5_000,
    error:
      "This operation is running now. Do not ask for a new preview; repeat this same call later to get its result.",
  });
  expect(second.told("refused")).toMatchObject([{ reason: "unknown_or_used", detail: "in_flight" }]);
  expect(starts).toHaveLength(1);
});

test("without a wait a duplicate hears in_flight at once", async () => {
  const { duplicates, second } = await running(0);
  expect((await duplicates(1)).map(outcomeOf)).toEqual(["unknown_or_used/in_flight"]);
  expect(second.connection.count("get")).toBe(0);
});

test("500 duplicates in each of two processes have one poller per process", async () => {
  const { world, duplicates, second } = await running();
  const third = world.process({ waitForCompletionMs: 10_000 });
  const one = world.process({ waitForCompletionMs: 10_000 });
  const waiting = [duplicates(500), duplicates(500, third), duplicates(1, one)];
  await world.within(10_000, Promise.all(waiting));
  const alone = one.connection.count("get");
  expect(alone).toBeGreaterThan(10);
  expect(alone).toBeLessThan(50);
  expect(second.connection.count("get")).toBe(alone);
  expect(third.connection.count("get")).toBe(alone);
});

test("when nobody waits any more nobody polls", async () => {
  const { world, duplicates, second } = await running();
  await world.within(10_000, duplicates(3));
  const asked = second.connection.count("get");
  await world.clock.advance(30_000);
  expect(second.connection.count("get")).toBe(asked);
});

test("a client's abort ends its own waiting only", async () => {
  const { world, working, answer, duplicates } = await running();
  const client = new AbortController();
  const [impatient, patient] = [duplicates(1, undefined, client.signal), duplicates(1)];
  await world.clock.advance(1_000);
  client.abort();
  expect((await impatient).map(outcomeOf)).toEqual(["unknown_or_used/in_flight"]);
  working.resolve({ message: "done" });
  expect(await world.within(250, patient)).toEqual([{ ...(await answer), replayed: true }]);
});

test("a lease that lapses while a duplicate waits turns into a doubt", async () => {
  const { world, first, second, duplicates } = await running(120_000);
  first.connection.intercept = (operation, apply) => (isClaim(operation) ? away(operation, apply) : apply());
  const [reply] = await world.within(61_000, duplicates(1));
  expect(outcomeOf(reply as never)).toBe("unknown_or_used/in_doubt");
  expect(second.told("in_doubt")).toHaveLength(1);
});

test("a store that fails while a duplicate waits does not end the wait", async () => {
  const { world, working, second, duplicates } = await running();
  const waiting = duplicates(1);
  await world.clock.advance(1_000);
  let failures = 2;
  second.connection.intercept = (operation, apply) => (failures-- > 0 ? away(operation, apply) : apply());
  await world.clock.advance(1_000);
  second.connection.intercept = passOn;
  working.resolve({ message: "done" });
  expect((await world.within(500, waiting)).map(outcomeOf)).toEqual(["ok"]);
});
