import { expect, test } from "vitest";
import { forever } from "./support/abandoned.js";
import { away, isClaim, passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

async function running(changes: Parameters<typeof fooTool>[0] = { execute: forever }) {
  const world = aWorld();
  const process = world.process();
  const foo = fooTool(changes);
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const client = new AbortController();
  const reply = process.call(foo.tool, { id: 7, confirm_token }, { signal: client.signal });
  await world.clock.advance(0);
  const signal = foo.starts[0]?.ctx.signal as AbortSignal;
  return { world, process, ...foo, confirm_token, client, reply, signal };
}

test("a client that goes away stops nothing: the execution goes on and its outcome is recorded", async () => {
  const working = deferred<{ message: string }>();
  const { world, client, signal, reply, tool, confirm_token, starts } = await running({
    execute: () => working.promise,
  });
  client.abort();
  await world.clock.advance(1_000);
  expect(signal.aborted).toBe(false);
  working.resolve({ message: "done" });
  expect(outcomeOf(await reply)).toBe("ok");
  expect((await world.process().call(tool, { id: 7, confirm_token })).replayed).toBe(true);
  expect(starts).toHaveLength(1);
});

test("a client that was gone before it confirmed has confirmed all the same", async () => {
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const signal = AbortSignal.abort();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { signal }))).toBe("ok");
  expect(starts).toHaveLength(1);
});

test("while the lease is kept the signal stays quiet, however long the handler runs", async () => {
  const { world, signal } = await running();
  await world.clock.advance(3_600_000);
  expect(signal.aborted).toBe(false);
});

test("a store that stays away for a whole lease is a lost lease", async () => {
  const { world, process, signal } = await running();
  process.connection.intercept = away;
  await world.clock.advance(59_999);
  expect(signal.aborted).toBe(false);
  await world.clock.advance(20_000);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ message: "The lease of this operation was lost." });
});

test("a store that is away for less than a lease is not", async () => {
  const { world, process, signal } = await running();
  await world.clock.advance(60_000);
  process.connection.intercept = away;
  await world.clock.advance(45_000);
  process.connection.intercept = passOn;
  await world.clock.advance(600_000);
  expect(signal.aborted).toBe(false);
});

test("a claim that was settled meanwhile is a lost lease", async () => {
  const { world, process, tool, signal, confirm_token } = await running({
    execute: forever,
    reconcile: () => ({ outcome: "not_executed" }),
  });
  process.connection.intercept = away;
  await world.clock.advance(59_999);
  const other = world.process();
  expect(outcomeOf(await other.call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used/in_flight");
  process.connection.intercept = (operation, apply) => (isClaim(operation) ? away(operation, apply) : apply());
  await world.clock.advance(1);
  process.connection.intercept = passOn;
  expect(outcomeOf(await other.call(tool, { id: 7, confirm_token }))).toBe("not_executed");
  await world.clock.advance(20_000);
  expect(signal.aborted).toBe(true);
});

test("each execution has a signal of its own", async () => {
  const { world, process, signal, starts, tool } = await running();
  const confirm_token = await process.preview(tool, { id: 8 });
  void process.call(tool, { id: 8, confirm_token });
  await world.clock.advance(0);
  expect(starts[1]?.ctx.signal).not.toBe(signal);
});

test("many handlers at once raise no warning about too many listeners", async () => {
  const warnings: unknown[] = [];
  const warned = (warning: unknown) => warnings.push(warning);
  process.on("warning", warned);
  const world = aWorld();
  const { call, preview } = world.process();
  const listening = (_params: unknown, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener("abort", () => {});
    return { summary: "s", preview: {} };
  };
  const { tool } = fooTool({ preview: listening, execute: forever });
  for (let id = 0; id < 50; id += 1) {
    const confirm_token = await preview(tool, { id });
    void call(tool, { id, confirm_token });
  }
  await world.clock.advance(0);
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});

test("the signal of a call that has ended stays quiet at shutdown", async () => {
  const seen: AbortSignal[] = [];
  const { call, preview, engine } = aWorld().process();
  const { tool, starts } = fooTool({
    preview: (_params, { signal }) => {
      seen.push(signal);
      return { summary: "s", preview: {} };
    },
  });
  await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
  await engine.close();
  const signals = [...seen, ...starts.map(({ ctx }) => ctx.signal)];
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});
