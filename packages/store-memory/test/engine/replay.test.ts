import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

const minute = 60_000;
const day = 24 * 60 * minute;

test("an answer is replayed until retention ends, then it was already_executed, then the token is unknown", async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const first = await call(tool, { id: 7, confirm_token });
  const again = () => call(tool, { id: 7, confirm_token });

  await world.clock.advance(5 * minute - 1);
  expect(await again()).toEqual({ ...first, replayed: true });
  await world.clock.advance(1);
  expect(outcomeOf(await again())).toBe("unknown_or_used/already_executed");
  await world.clock.advance(day - 1);
  expect(outcomeOf(await again())).toBe("unknown_or_used/already_executed");
  await world.clock.advance(1);
  expect(outcomeOf(await again())).toBe("unknown_or_used");
  expect(starts).toHaveLength(1);
});

test("a token is good until its time to live has passed, and not a millisecond longer", async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool, starts } = fooTool();
  const [good, late] = await Promise.all([preview(tool, { id: 7 }), preview(tool, { id: 7 })]);
  await world.clock.advance(5 * minute - 1);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: good }))).toBe("ok");
  await world.clock.advance(1);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: late }))).toBe("expired");
  expect(starts).toHaveLength(1);
});

test("an expired token says so for a day, and is then unknown", async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  await world.clock.advance(5 * minute + day - 1);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("expired");
  await world.clock.advance(1);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used");
  expect(starts).toEqual([]);
});

test("a replay does not prolong the retention", async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  await call(tool, { id: 7, confirm_token });
  for (let times = 0; times < 4; times += 1) {
    await world.clock.advance(minute);
    expect((await call(tool, { id: 7, confirm_token })).replayed).toBe(true);
  }
  await world.clock.advance(minute);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used/already_executed");
});

test("ttlMs and retentionMs are the deployment's to set", async () => {
  const world = aWorld();
  const { call, preview } = world.process({ ttlMs: 1_000, retentionMs: 2_000 });
  const { tool } = fooTool();
  const [used, late] = await Promise.all([preview(tool, { id: 7 }), preview(tool, { id: 7 })]);
  await call(tool, { id: 7, confirm_token: used });
  await world.clock.advance(1_999);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: late }))).toBe("expired");
  expect((await call(tool, { id: 7, confirm_token: used })).replayed).toBe(true);
  await world.clock.advance(1);
  expect((await call(tool, { id: 7, confirm_token: used })).replayed).toBe(false);
});

test("another process of the same server replays the answer", async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const first = await call(tool, { id: 7, confirm_token });
  const other = world.process();
  expect(await other.call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
  expect(starts).toHaveLength(1);
  expect(other.told("replayed")).toMatchObject([{ operationId: first.operationId }]);
});
