import { describe, expect, test } from "vitest";
import { passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { owner } from "./support/states.js";
import { aWorld, outcomeOf } from "./support/world.js";

const closed = { name: "Tier2Error", code: "closed" };

test("a closed engine refuses every new call, and asks the store nothing", async () => {
  const world = aWorld();
  const { engine, call, connection } = world.process();
  await engine.close();
  await expect(call(fooTool().tool, { id: 7 })).rejects.toMatchObject(closed);
  await expect(call(fooTool({ tier: 1 }).tool, { id: 7 })).rejects.toMatchObject(closed);
  await expect(engine.issueToken(owner)).rejects.toMatchObject(closed);
  await expect(engine.consumeToken({ ...owner, confirm_token: "cfm_x" })).rejects.toMatchObject(closed);
  await world.clock.advance(600_000);
  expect(connection.operations).toEqual([]);
});

test("it waits for a running handler, tells it to stop, and records its outcome", async () => {
  const world = aWorld();
  const { engine, call, preview } = world.process();
  const working = deferred();
  const { tool, starts } = fooTool({
    execute: async () => {
      await working.promise;
      return { message: "done all the same" };
    },
  });
  const confirm_token = await preview(tool, { id: 7 });
  const running = call(tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  let isClosed = false;
  const closing = engine.close().then(() => {
    isClosed = true;
  });
  await world.clock.advance(0);
  expect(isClosed).toBe(false);
  expect(starts[0]?.ctx.signal.aborted).toBe(true);
  expect(starts[0]?.ctx.signal.reason).toMatchObject(closed);
  working.resolve();
  await closing;
  expect((await running).body).toMatchObject({ message: "done all the same" });
  const replay = await world.process().call(tool, { id: 7, confirm_token });
  expect(replay).toEqual({ ...(await running), replayed: true });
});

describe("a confirm that has not claimed when the engine closes", () => {
  test("never starts its handler, and leaves the token as it was", async () => {
    const world = aWorld();
    const asked = deferred<boolean>();
    let first = true;
    const authorize = () => (first ? true : asked.promise);
    const { engine, call, preview } = world.process({ authorize });
    const { tool, starts } = fooTool();
    const confirm_token = await preview(tool, { id: 7 });
    first = false;
    const confirming = call(tool, { id: 7, confirm_token });
    const refused = expect(confirming).rejects.toMatchObject(closed);
    await world.clock.advance(0);
    const closing = engine.close();
    asked.resolve(true);
    await Promise.all([refused, closing]);
    expect(starts).toEqual([]);
    expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("ok");
  });

  test("is waited for", async () => {
    const world = aWorld();
    const asked = deferred<boolean>();
    const { engine, call } = world.process({ authorize: () => asked.promise });
    void call(fooTool().tool, { id: 7 });
    let isClosed = false;
    const closing = engine.close().then(() => {
      isClosed = true;
    });
    await world.clock.advance(0);
    expect(isClosed).toBe(false);
    asked.resolve(false);
    await closing;
  });
});

test("an operation that is claimed but has not started when the engine closes ends as not executed", async () => {
  const world = aWorld();
  const journaled = deferred();
  const { engine, call, preview } = world.process({
    journal: ({ type }) => (type === "intent" ? journaled.promise : Promise.resolve()),
  });
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const confirming = call(tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  const closing = engine.close();
  journaled.resolve();
  await closing;
  expect(outcomeOf(await confirming)).toBe("not_executed");
  expect(starts).toEqual([]);
  expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("not_executed");
});

test("nor does one start whose claim was on its way to the store when the engine closed", async () => {
  const world = aWorld();
  const { engine, call, preview, connection } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const sent = deferred();
  connection.intercept = async (_operation, apply) => {
    connection.intercept = passOn;
    await sent.promise;
    return apply();
  };
  const confirming = call(tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  const closing = engine.close();
  sent.resolve();
  await closing;
  expect(outcomeOf(await confirming)).toBe("not_executed");
  expect(starts).toEqual([]);
});

test("a hand-written handler may still record its completion after close()", async () => {
  const world = aWorld();
  const { engine } = world.process();
  const confirm_token = await engine.issueToken(owner);
  await engine.consumeToken({ ...owner, confirm_token });
  await engine.close();
  await engine.recordCompletion(confirm_token, { done: true });
  const replay = await world.process().engine.consumeToken({ ...owner, confirm_token });
  expect(replay).toMatchObject({ completed: { done: true } });
});

test("after close() nothing ticks any more", async () => {
  const world = aWorld();
  const { engine, call, connection } = world.process();
  await call(fooTool().tool, { id: 7 });
  await engine.close();
  const before = connection.operations.length;
  await world.clock.advance(3_600_000);
  engine.sweeper.start();
  await world.clock.advance(3_600_000);
  expect(connection.operations).toHaveLength(before);
});

test("closing twice is closing once", async () => {
  const { engine } = aWorld().process();
  await Promise.all([engine.close(), engine.close()]);
});
