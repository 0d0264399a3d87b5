import { expect, test } from "vitest";
import { abandon, forever } from "./support/abandoned.js";
import { isOutcome } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { acknowledging, confirmed } from "./support/repetition.js";
import { aWorld, type Process, type World } from "./support/world.js";

const day = 86_400_000;

/** The fingerprint that a process was asked about, as the store holds it now. */
function fingerprint(world: World, process: Process) {
  const id = process.connection.operations.find((operation) => operation.id.startsWith("d:"))?.id as string;
  return world.store.get(id);
}

test("while its operation runs a fingerprint is kept, however long that takes", async () => {
  const world = aWorld();
  const process = world.process();
  const working = deferred<{ message: string }>();
  const reply = confirmed(process, fooTool({ execute: () => working.promise }).tool);
  await world.clock.advance(2 * day);
  expect(await fingerprint(world, process)).toMatchObject({ tag: expect.stringMatching(/^op_/) });
  working.resolve({ message: "done" });
  await reply;
});

test("a window after the end of its operation it is gone, and a day later the store holds nothing", async () => {
  const world = aWorld();
  const process = world.process();
  await confirmed(process, fooTool().tool);
  await world.clock.advance(299_999);
  expect(await fingerprint(world, process)).not.toBeNull();
  await world.clock.advance(1);
  expect(await fingerprint(world, process)).toBeNull();
  await world.clock.advance(day + 300_000);
  const ids = new Set(process.connection.operations.map(({ id }) => id).filter((id) => id.length > 2));
  expect(ids.size).toBe(2);
  for (const id of ids) expect(await world.store.get(id)).toBeNull();
  expect(await world.store.sweep({ limit: 100 })).toEqual({ freed: 0, more: false });
});

test("one that was taken over by a repetition is freed with that one", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool } = fooTool();
  const first = await confirmed(process, tool);
  await world.clock.advance(200_000);
  await confirmed(process, tool, acknowledging(first));
  await world.clock.advance(299_999);
  expect(await fingerprint(world, process)).not.toBeNull();
  await world.clock.advance(1);
  expect(await fingerprint(world, process)).toBeNull();
});

test("one of an operation that was not executed is freed as well", async () => {
  const world = aWorld();
  const process = world.process({ journal: () => Promise.reject(new Error("disk full")) });
  await confirmed(process, fooTool().tool);
  await world.clock.advance(300_000);
  expect(await fingerprint(world, process)).toBeNull();
});

test("one of a doubt is kept until that is settled, and from then on for the window", async () => {
  const world = aWorld();
  let known = false;
  const foo = fooTool({
    execute: forever,
    reconcile: () => (known ? { outcome: "completed", message: "deleted" } : { outcome: "unknown" }),
  });
  const died = world.process();
  await abandon(world, died, foo);
  const process = world.process({ tools: [foo.tool] });
  process.engine.sweeper.start();
  await world.clock.advance(3 * day);
  expect(await fingerprint(world, died)).not.toBeNull();
  known = true;
  await world.clock.advance(60_000);
  expect(process.told("reconciled")).toHaveLength(1);
  expect(await fingerprint(world, died)).not.toBeNull();
  await world.clock.advance(300_000);
  expect(await fingerprint(world, died)).toBeNull();
});

test("it is released only once the completion is recorded: an outcome that was not stays a doubt", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool } = fooTool();
  process.connection.intercept = async (operation, apply) => {
    if (isOutcome(operation)) throw new Error("disk full");
    return apply();
  };
  await world.within(60_000, confirmed(process, tool));
  await world.clock.advance(3 * day);
  expect(await fingerprint(world, process)).not.toBeNull();
  expect(process.connection.asked.filter((what) => what === "swap d:")).toEqual([]);
});

test("where the release fails the answer does not suffer, and the same operation takes the fingerprint over later", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool, starts } = fooTool();
  process.connection.intercept = async ({ method, id }, apply) => {
    if (method === "swap" && id.startsWith("d:")) throw new Error("connection refused");
    return apply();
  };
  expect((await confirmed(process, tool)).status).toBe("ok");
  await world.clock.advance(10 * day);
  expect(await fingerprint(world, process)).not.toBeNull();
  const later = world.process();
  expect((await confirmed(later, tool)).status).toBe("ok");
  expect(starts).toHaveLength(2);
  await world.clock.advance(300_000);
  expect(await fingerprint(world, later)).toBeNull();
});

test("secrets stand in no fingerprint, nor anything that could be made of them", async () => {
  const world = aWorld();
  const { tool } = fooTool({ secrets: ["password"] });
  const records = [];
  for (const password of ["one", "two"]) {
    const process = world.process({ server: password });
    const same = world.process({ server: "shop" });
    await confirmed(process, tool, {}, { id: 7, password });
    records.push(await fingerprint(world, process));
    await same.preview(tool, { id: 7, password });
    records.push(same.connection.operations[0]?.id);
  }
  expect(JSON.stringify(records)).not.toMatch(/"(one|two)"|password/);
  expect(records[1]).toBe(records[3]);
});
