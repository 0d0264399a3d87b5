import { expect, test } from "vitest";
import { away, isClaim, passOn } from "./support/connection.js";
import { owner } from "./support/states.js";
import { aWorld } from "./support/world.js";

async function consumed(world = aWorld()) {
  const process = world.process();
  const confirm_token = await process.engine.issueToken(owner);
  await process.engine.consumeToken({ ...owner, confirm_token });
  const retry = (engine = process.engine) => engine.consumeToken({ ...owner, confirm_token });
  return { world, process, engine: process.engine, confirm_token, retry };
}

test("a handler that forgets recordCompletion leaves a doubt, never a second execution", async () => {
  const { world, retry } = await consumed();
  expect(await retry()).toMatchObject({ ok: false, detail: "in_flight" });
  await world.clock.advance(3 * 3_600_000);
  expect(await retry()).toEqual({ ok: false, reason: "unknown_or_used", detail: "in_doubt" });
});

test("a duplicate waits for the completion and gets its result", async () => {
  const world = aWorld();
  const { engine, confirm_token } = await consumed(world);
  const other = world.process({ waitForCompletionMs: 10_000 });
  const duplicate = other.engine.consumeToken({ ...owner, confirm_token });
  await world.clock.advance(1_000);
  await engine.recordCompletion(confirm_token, { done: true });
  await world.clock.advance(1_000);
  expect(await duplicate).toMatchObject({ ok: true, completed: { done: true } });
});

test("another process may record the completion", async () => {
  const { world, confirm_token, retry } = await consumed();
  await world.process().engine.recordCompletion(confirm_token, { done: true });
  expect(await retry()).toMatchObject({ ok: true, completed: { done: true } });
});

test("a completion that comes after the lease is still recorded", async () => {
  const { world, engine, confirm_token, retry } = await consumed();
  await world.clock.advance(3_600_000);
  await engine.recordCompletion(confirm_token, { done: true });
  expect(await retry()).toMatchObject({ ok: true, completed: { done: true } });
});

test("of two completions the first stands", async () => {
  const { engine, confirm_token, retry } = await consumed();
  await engine.recordCompletion(confirm_token, { done: "first" });
  await engine.recordCompletion(confirm_token, { done: "second" });
  expect(await retry()).toMatchObject({ completed: { done: "first" } });
});

test("a token that nobody consumed cannot be completed", async () => {
  const { engine } = aWorld().process();
  const confirm_token = await engine.issueToken(owner);
  for (const token of [confirm_token, "cfm_unknown"]) {
    await expect(engine.recordCompletion(token, { done: true })).rejects.toMatchObject({ code: "invalid_setup" });
  }
  expect(await engine.consumeToken({ ...owner, confirm_token })).not.toHaveProperty("completed");
});

test("while the store is away the handler goes on, and observers hear that the completion is not recorded", async () => {
  const { world, process, engine, confirm_token, retry } = await consumed();
  process.connection.intercept = away;
  await world.within(10_000, engine.recordCompletion(confirm_token, { done: true }));
  expect(process.told("completion_unrecorded")).toHaveLength(1);
  expect(process.told("completed")).toEqual([]);
  expect(await retry(world.process().engine)).toMatchObject({ detail: "in_flight" });
});

test("so does a handler whose claim this process no longer remembers", async () => {
  const { world, process, engine, confirm_token } = await consumed();
  await world.clock.advance(60_000);
  process.connection.intercept = away;
  await world.within(10_000, engine.recordCompletion(confirm_token, { done: true }));
  expect(process.told("completion_unrecorded")).toHaveLength(1);
});

test("a short absence of the store is bridged", async () => {
  const { world, process, engine, confirm_token, retry } = await consumed();
  process.connection.intercept = away;
  const recording = engine.recordCompletion(confirm_token, { done: true });
  await world.clock.advance(1_000);
  process.connection.intercept = passOn;
  await world.clock.advance(2_000);
  await recording;
  expect(await retry()).toMatchObject({ completed: { done: true } });
});

test("consumeToken answers store_unavailable while the store is away, and claims nothing", async () => {
  const world = aWorld();
  const { engine, connection } = world.process();
  const confirm_token = await engine.issueToken(owner);
  connection.intercept = away;
  const consumed = await world.within(1_000, engine.consumeToken({ ...owner, confirm_token }));
  expect(consumed).toEqual({ ok: false, reason: "store_unavailable" });
  expect(connection.operations.filter(isClaim)).toHaveLength(3);
  connection.intercept = passOn;
  expect(await engine.consumeToken({ ...owner, confirm_token })).toMatchObject({ ok: true });
});

test("the steps are told: proposed, claimed, completed, replayed", async () => {
  const { process, engine, confirm_token, retry, world } = await consumed();
  await world.clock.advance(20);
  await engine.recordCompletion(confirm_token, { done: true });
  await retry();
  expect(process.events.map(({ type }) => type)).toEqual(["proposed", "claimed", "completed", "replayed"]);
  for (const event of process.events) {
    expect(event).toMatchObject({ server: "shop", tool: "delete_foo", requester: { tokenId: "alice" } });
  }
  expect(process.events[2]).toMatchObject({ durationMs: 20 });
});
