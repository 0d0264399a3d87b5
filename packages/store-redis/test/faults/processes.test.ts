import { expect, test } from "vitest";
import { type FaultResult, none, sum } from "./fault-result.js";
import { timesOver } from "./scale.js";
import { cutReplies, pausedRedis } from "./silent-redis.js";
import { killedWorker, pausedWorker } from "./stopped-workers.js";

const operations = 20;

/** A worker may be done before it is struck, on a busy machine: then the run says nothing, and is made again. */
async function struck(run: () => Promise<FaultResult>): Promise<FaultResult> {
  for (;;) {
    const result = await run();
    if (result.injected > 0) return result;
  }
}

/** The first of a few runs in which the fault shows: on a busy machine a lease may lapse before a handler starts. */
async function doubledIn(run: () => Promise<FaultResult>): Promise<number> {
  let off = none;
  for (let runs = 0; runs < 5 && off.doubled === 0; runs += 1) off = sum(off, await struck(run));
  return off.doubled;
}

test("workers killed amid their handlers double nothing and lose no result; where leases are taken over they double", async () => {
  let on = none;
  await timesOver(async () => {
    on = sum(on, await struck(() => killedWorker({ guard: "on", operations: 60 })));
  });
  expect(on).toMatchObject({ doubled: 0, lost: 0 });
  // A handler that was killed may have taken effect: nothing but the system of record can tell.
  expect(on.inDoubt).toBe(on.injected);
  expect(await doubledIn(() => killedWorker({ guard: "off", operations: 60 }))).toBeGreaterThan(0);
});

test("workers stopped for longer than their lease double nothing and lose no result; where leases are taken over they double", async () => {
  let on = none;
  await timesOver(async () => {
    on = sum(on, await struck(() => pausedWorker({ guard: "on", operations: 60 })));
  });
  expect(on).toMatchObject({ doubled: 0, lost: 0, inDoubt: 0 });
  expect(await doubledIn(() => pausedWorker({ guard: "off", operations: 60 }))).toBeGreaterThan(0);
});

test("a Redis that is stopped for a while doubles nothing and loses no result; where silence means yes it doubles", async () => {
  await timesOver(async () => {
    const on = await pausedRedis({ guard: "on", operations });
    expect(on).toMatchObject({ injected: operations, doubled: 0, lost: 0 });
    expect(on.inDoubt).toBeLessThanOrEqual(on.injected);
  });
  expect((await pausedRedis({ guard: "off", operations })).doubled).toBeGreaterThan(0);
});

test("claims whose replies are cut off are recognised and run once; where they are not, they stay in doubt", async () => {
  await timesOver(async () => {
    expect(await cutReplies({ guard: "on", operations })).toEqual({
      injected: operations,
      doubled: 0,
      lost: 0,
      inDoubt: 0,
    });
  });
  expect((await cutReplies({ guard: "off", operations })).inDoubt).toBeGreaterThan(0);
});
