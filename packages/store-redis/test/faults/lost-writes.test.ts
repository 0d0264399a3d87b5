import { expect, test } from "vitest";
import { clusterFailovers } from "./cluster-failover.js";
import type { FaultResult } from "./fault-result.js";
import { failback, promotion, restartEmpty, snapshotRollback } from "./lost-writes.js";
import { timesOver } from "./scale.js";

const operations = 20;

/** Every operation ran once, and its result was recorded over whatever the fault had left. */
const allWell = { injected: operations, doubled: 0, lost: 0, inDoubt: 0 };

for (const [fault, scenario] of Object.entries({
  "a restart from a snapshot": snapshotRollback,
  "a restart with nothing": restartEmpty,
  "a promotion": promotion,
  "a failback": failback,
})) {
  test(`${fault} that loses claims doubles nothing and loses no result; without the guard it doubles`, async () => {
    await timesOver(async () => {
      expect(await scenario({ guard: "on", operations })).toEqual(allWell);
    });
    expect((await scenario({ guard: "off", operations })).doubled).toBe(operations);
  });
}

test("automatic Cluster failovers that lose claims double nothing and lose no result; without the guard they double", async () => {
  const on: FaultResult = await clusterFailovers({ guard: "on", operations, failovers: timesOver.times });
  expect(on).toMatchObject({ doubled: 0, lost: 0, inDoubt: 0 });
  expect(on.injected).toBeGreaterThan(0);
  const off = await clusterFailovers({ guard: "off", operations, failovers: 1 });
  expect(off.doubled).toBe(off.injected);
});
