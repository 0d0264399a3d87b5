import { expect, test } from "vitest";
import { clockFaults } from "./faults/clock.js";
import { historyFaults } from "./faults/history.js";
import { insertFaults } from "./faults/insert.js";
import { refusalFaults } from "./faults/refusal.js";
import { swapFaults } from "./faults/swap.js";
import { failures, messagesOf } from "./support/failures.js";
import { openWaitingMap } from "./support/open-map.js";

const named = /get, then set|tag is lost|deadline is ignored|history is ignored|loser is stale/;
const faults = [insertFaults, swapFaults, clockFaults, historyFaults, refusalFaults]
  .flat()
  .filter(({ does }) => named.test(does));

for (const { does, breaks, store: Broken } of faults) {
  test.concurrent(`where the suite really waits too: ${does} [${breaks}]`, { timeout: 60_000 }, async () => {
    const failed = await failures(openWaitingMap((world) => new Broken(world)));
    expect([...new Set(failed.map(({ check }) => check.requirement))], messagesOf(failed)).toEqual([breaks]);
  });
}

test("the faults that matter most are among these", () => {
  expect(faults.length).toBe(6);
});
