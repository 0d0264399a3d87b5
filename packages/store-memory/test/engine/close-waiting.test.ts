import { expect, test } from "vitest";
import { forever } from "./support/abandoned.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test("duplicates of an operation that runs elsewhere stop waiting", async () => {
  const world = aWorld();
  const { tool } = fooTool({ execute: forever });
  const elsewhere = world.process();
  const confirm_token = await elsewhere.preview(tool, { id: 7 });
  void elsewhere.call(tool, { id: 7, confirm_token });
  const { engine, call } = world.process({ waitForCompletionMs: 10_000 });
  const duplicate = call(tool, { id: 7, confirm_token });
  await world.clock.advance(1_000);
  await world.within(250, engine.close());
  expect(outcomeOf(await duplicate)).toBe("unknown_or_used/in_flight");
});

test("duplicates of an operation that close() itself waits for get its answer", async () => {
  const world = aWorld();
  const working = deferred<{ message: string }>();
  const { tool } = fooTool({ execute: () => working.promise });
  const { engine, call, preview } = world.process({ waitForCompletionMs: 10_000 });
  const confirm_token = await preview(tool, { id: 7 });
  const running = call(tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  const duplicate = call(tool, { id: 7, confirm_token });
  await world.clock.advance(1_000);
  const closing = engine.close();
  working.resolve({ message: "done" });
  await world.within(1_000, closing);
  expect(await duplicate).toEqual({ ...(await running), replayed: true });
});

test("so does one that came in the same instant, before the operation was known to run here", async () => {
  const world = aWorld();
  const working = deferred<{ message: string }>();
  const { tool, starts } = fooTool({ execute: () => working.promise });
  const { engine, call, preview } = world.process({ waitForCompletionMs: 10_000 });
  const confirm_token = await preview(tool, { id: 7 });
  const both = Promise.all([1, 2].map(() => call(tool, { id: 7, confirm_token })));
  await world.clock.advance(0);
  const closing = engine.close();
  await world.clock.advance(1_000);
  working.resolve({ message: "done" });
  await world.within(1_000, closing);
  expect((await both).map(outcomeOf)).toEqual(["ok", "ok"]);
  expect(starts).toHaveLength(1);
});

test("a sweep of a store that never comes to its end does not hold it up", async () => {
  const world = aWorld();
  const { engine, connection } = world.process();
  connection.intercept = async ({ method }, apply) => (method === "sweep" ? { freed: 200, more: true } : apply());
  void engine.sweeper.sweep();
  await new Promise((resolve) => setImmediate(resolve));
  await world.within(0, engine.close());
  expect(connection.count("sweep")).toBeGreaterThan(0);
});
