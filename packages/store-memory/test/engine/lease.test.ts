import { expect, test } from "vitest";
import { forever } from "./support/abandoned.js";
import { isClaim } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf, type Process, type World } from "./support/world.js";

async function running(world: World, process: Process, changes: Parameters<typeof fooTool>[0] = { execute: forever }) {
  const foo = fooTool(changes);
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const reply = process.call(foo.tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  return { ...foo, reply, confirm: (by: Process) => by.call(foo.tool, { id: 7, confirm_token }) };
}

test.each([
  ["the default", undefined, 20_000],
  ["nine seconds", 9_000, 3_000],
])("a lease of %s is renewed every third of it, while the handler runs", async (_what, leaseMs, thirdMs) => {
  const world = aWorld();
  const process = world.process({ ...(leaseMs !== undefined && { leaseMs }) });
  const renewals = () => process.connection.operations.filter(isClaim).length - 1;
  await running(world, process);
  for (let third = 1; third <= 10; third += 1) {
    await world.clock.advance(thirdMs - 1);
    expect(renewals()).toBe(third - 1);
    await world.clock.advance(1);
    expect(renewals()).toBe(third);
  }
});

test("through ten leases another process sees it in flight, never in doubt", async () => {
  const world = aWorld();
  const working = deferred<{ message: string }>();
  const { confirm, starts, reply } = await running(world, world.process(), { execute: () => working.promise });
  const other = world.process();
  for (let second = 0; second < 600; second += 3) {
    await world.clock.advance(3_000);
    expect(outcomeOf(await confirm(other))).toBe("unknown_or_used/in_flight");
  }
  await other.engine.sweeper.sweep();
  expect(other.told("completion_missing")).toEqual([]);
  working.resolve({ message: "done" });
  expect(await confirm(other)).toEqual({ ...(await reply), replayed: true });
  expect(starts).toHaveLength(1);
});

test("it is renewed while a hook takes its time, too", async () => {
  const world = aWorld();
  const answer = deferred<boolean>();
  let asked = 0;
  const process = world.process({ isEnabled: () => (asked++ === 0 ? true : answer.promise) });
  const { confirm, reply, starts } = await running(world, process, {});
  await world.clock.advance(600_000);
  expect(outcomeOf(await confirm(world.process()))).toBe("unknown_or_used/in_flight");
  answer.resolve(true);
  expect(outcomeOf(await reply)).toBe("ok");
  expect(starts).toHaveLength(1);
});

test("when the operation has ended nothing is renewed any more", async () => {
  const world = aWorld();
  const process = world.process();
  const { reply } = await running(world, process, {});
  await reply;
  await process.engine.sweeper.stop();
  const asked = process.connection.operations.length;
  await world.clock.advance(600_000);
  expect(process.connection.operations).toHaveLength(asked);
});

test("two operations are renewed side by side", async () => {
  const world = aWorld();
  const process = world.process();
  const changes = { duplicates: "allow", execute: forever } as const;
  const [one, other] = [await running(world, process, changes), await running(world, process, changes)];
  await world.clock.advance(300_000);
  const asking = world.process();
  expect(outcomeOf(await one.confirm(asking))).toBe("unknown_or_used/in_flight");
  expect(outcomeOf(await other.confirm(asking))).toBe("unknown_or_used/in_flight");
});
