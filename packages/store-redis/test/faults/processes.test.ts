import { expect, test } from "vitest";
import { none, sum } from "./fault-result.js";
import { timesOver } from "./scale.js";
import { cutReplies, pausedRedis } from "./silent-redis.js";
import { killedWorker, pausedWorker } from "./stopped-workers.js";

const operations = 20;

test("workers killed amid their handlers double nothing and lose no result; where leases are taken over they double", async () => {
  let on = none;
  await timesOver(async () => {
    on = sum(on, await killedWorker({ guard: "on", operations: 60 }));
  });
  expect(on).toMatchObject({ doubled: 0, lost: 0 });
  expect(on.injected).toBeGreaterThan(0);
  // A handler that was killed may have taken effect: nothing but the system of record can tell.
  expect(on.inDoubt).toBe(on.injected);
  expect((await killedWorker({ guard: "off", operations: 60 })).doubled).toBeGreaterThan(0);
});

test("workers stopped for longer than their lease double nothing and lose no result; where leases are taken over they double", async () => {
  let on = none;
  await timesOver(async () => {
    on = sum(on, await pausedWorker({ guard: "on", operations: 60 }));
  });
  expect(on).toMatchObject({ doubled: 0, lost: 0, inDoubt: 0 });
  expect(on.injected).toBeGreaterThan(0);
  expect((await pausedWorker({ guard: "off", operations: 60 })).doubled).toBeGreaterThan(0);
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
