import { expect, test } from "vitest";
import { violationsOf } from "./history.js";
import { recordHistory } from "./record-history.js";

/** TIER2_HISTORY_OPERATIONS=1000000 for a release. */
const operations = Number(process.env.TIER2_HISTORY_OPERATIONS ?? 60_000);
const load = { processes: 3, fibres: 4 };
const operationsPerToken = load.processes * load.fibres * 3;

test(`in ${operations} operations of three processes each token is consumed once, and each replay equals its completion`, async () => {
  const tokens = Math.ceil(operations / operationsPerToken);
  const history = await recordHistory({ ...load, tokens, plantedBug: false });
  expect(history).toHaveLength(tokens * operationsPerToken);
  expect(history.filter(({ kind, accepted }) => kind === "consume" && accepted)).toHaveLength(tokens);
  expect(violationsOf(history)).toEqual([]);
}, 900_000);

test("a store use that looks before it writes is caught", async () => {
  const history = await recordHistory({ ...load, tokens: 50, plantedBug: true });
  expect(violationsOf(history).some((violation) => violation.includes("was consumed by"))).toBe(true);
});
