import { expect, test, vi } from "vitest";
import { memoryStore } from "../../src/index.js";
import { abandon, forever } from "./support/abandoned.js";
import { away, passOn } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

const day = 86_400_000;

test("it settles a doubt by itself, once a minute, in a process that only knows the tool", async () => {
  const world = aWorld();
  const foo = fooTool({ execute: forever, reconcile: () => ({ outcome: "completed", message: "done" }) });
  const { confirm_token } = await abandon(world, world.process(), foo);
  const janitor = world.process({ tools: [foo.tool] });
  janitor.engine.sweeper.start();
  await world.clock.advance(59_999);
  expect(janitor.told("reconciled")).toEqual([]);
  await world.clock.advance(1);
  expect(janitor.told("reconciled")).toHaveLength(1);
  const asked = world.process();
  expect(outcomeOf(await asked.call(foo.tool, { id: 7, confirm_token }))).toBe("ok");
});

test("it runs by itself from the first call on", async () => {
  const world = aWorld();
  const { call, connection } = world.process();
  await world.clock.advance(120_000);
  expect(connection.count("sweep")).toBe(0);
  await call(fooTool().tool, { id: 7 });
  await world.clock.advance(120_000);
  expect(connection.count("sweep")).toBe(2);
  expect(connection.count("list")).toBe(2);
});

test("it frees what outlived its time in both stores, where approvals lie elsewhere", async () => {
  const world = aWorld();
  const approvals = memoryStore({ nowMs: () => world.clock.nowMs() });
  const swept = vi.spyOn(approvals, "sweep");
  const { engine, connection } = world.process({ approvalStore: approvals });
  await engine.sweeper.sweep();
  expect([connection.count("sweep"), swept.mock.calls.length]).toEqual([1, 1]);
});

test("it reports a lapsed claim as completion_missing once, naming the tool, however often it runs", async () => {
  const world = aWorld();
  const foo = fooTool({ execute: forever });
  const { operationId } = await abandon(world, world.process(), foo);
  const janitor = world.process();
  for (let round = 0; round < 5; round += 1) await janitor.engine.sweeper.sweep();
  expect(janitor.told("completion_missing")).toMatchObject([
    { tool: "delete_foo", requester: alice, operationId, server: "shop" },
  ]);
});

test("it never removes a doubt, even after days, and settles it when somebody knows at last", async () => {
  const world = aWorld();
  const reconcile = vi.fn<() => { outcome: "unknown" } | { outcome: "completed"; message: string }>();
  reconcile.mockReturnValue({ outcome: "unknown" });
  const foo = fooTool({ execute: forever, reconcile });
  const { confirm_token, recordId } = await abandon(world, world.process(), foo);
  const janitor = world.process({ tools: [foo.tool], sweepIntervalMs: 3_600_000 });
  janitor.engine.sweeper.start();
  await world.clock.advance(2 * day);
  expect(reconcile).toHaveBeenCalledTimes(48);
  expect(await world.store.get(recordId)).not.toBeNull();
  reconcile.mockReturnValue({ outcome: "completed", message: "found in the ledger" });
  await world.clock.advance(3_600_000);
  expect((await janitor.call(foo.tool, { id: 7, confirm_token })).body).toMatchObject({
    message: "found in the ledger",
  });
});

test("it frees what ended, a day after its answer, and what expired unused", async () => {
  const world = aWorld();
  const { call, preview, connection, engine } = world.process();
  const { tool } = fooTool();
  await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
  await preview(tool, { id: 8 });
  await engine.sweeper.stop();
  let freed = 0;
  connection.intercept = async ({ method }, apply) => {
    const answer = await apply();
    if (method === "sweep") freed += (answer as { freed: number }).freed;
    return answer;
  };
  await world.clock.advance(300_000 + day + 1_000);
  await world.within(1_000, engine.sweeper.sweep());
  const [confirmations, fingerprints] = [2, 1];
  expect(freed).toBe(confirmations + fingerprints);
});

test("it looks after every doubt, beyond one page", async () => {
  const world = aWorld();
  const process = world.process();
  const foo = fooTool({ execute: forever });
  const count = 450;
  for (let id = 0; id < count; id += 1) {
    const confirm_token = await process.preview(foo.tool, { id });
    void process.call(foo.tool, { id, confirm_token });
  }
  await world.clock.advance(0);
  process.die();
  await world.clock.advance(60_000);
  const janitor = world.process();
  await world.within(10, janitor.engine.sweeper.sweep());
  expect(new Set(janitor.told("completion_missing").map(({ operationId }) => operationId)).size).toBe(count);
});

test("while the store is away it says so and tries again at its next tick", async () => {
  const world = aWorld();
  const foo = fooTool({ execute: forever });
  await abandon(world, world.process(), foo);
  const janitor = world.process();
  janitor.connection.intercept = away;
  janitor.engine.sweeper.start();
  await world.clock.advance(60_000);
  expect(janitor.told("sweep_failed")).toMatchObject([{ error: { code: "store_unavailable" } }]);
  janitor.connection.intercept = passOn;
  await world.clock.advance(60_000);
  expect(janitor.told("completion_missing")).toHaveLength(1);
});

test("one record that it cannot read does not keep it from the others", async () => {
  const world = aWorld();
  const foo = fooTool({ execute: forever, reconcile: () => ({ outcome: "completed", message: "done" }) });
  const newer = { tag: "t", body: "{}", deadlineInMs: 0, listed: true };
  await world.store.insert("c:of-a-newer-version", { ...newer, state: '{"v":2}' });
  await world.store.insert("c:not-json", { ...newer, state: "…" });
  await world.store.insert("c:null", { ...newer, state: "null" });
  const { confirm_token } = await abandon(world, world.process(), foo);
  const janitor = world.process({ tools: [foo.tool] });
  for (let round = 0; round < 3; round += 1) await janitor.engine.sweeper.sweep();
  expect(janitor.told("reconciled")).toHaveLength(1);
  const unreadable = { error: { code: "record_unreadable" } };
  expect(janitor.told("sweep_failed")).toMatchObject([unreadable, unreadable, unreadable]);
  expect(outcomeOf(await world.process().call(foo.tool, { id: 7, confirm_token }))).toBe("ok");
});

test("stopped, it stays stopped, whatever is called", async () => {
  const world = aWorld();
  const { call, connection, engine } = world.process();
  await call(fooTool().tool, { id: 7 });
  await engine.sweeper.stop();
  await call(fooTool().tool, { id: 7 });
  await world.clock.advance(600_000);
  expect(connection.count("list")).toBe(0);
  engine.sweeper.start();
  await world.clock.advance(60_000);
  expect(connection.count("list")).toBe(1);
});

test("two rounds asked for at once are one", async () => {
  const { engine, connection } = aWorld().process();
  await Promise.all([engine.sweeper.sweep(), engine.sweeper.sweep()]);
  expect(connection.count("sweep")).toBe(1);
});
