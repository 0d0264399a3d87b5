import { describe, expect, test } from "vitest";
import { requirements } from "../src/requirements.js";
import { concernsFor } from "../src/suite.js";
import { awayFaults } from "./faults/away.js";
import { clockFaults } from "./faults/clock.js";
import { historyFaults } from "./faults/history.js";
import { insertFaults } from "./faults/insert.js";
import { listingFaults } from "./faults/listing.js";
import { refusalFaults } from "./faults/refusal.js";
import { retentionFaults } from "./faults/retention.js";
import { swapFaults } from "./faults/swap.js";
import { sweepFaults } from "./faults/sweep.js";
import { textFaults } from "./faults/texts.js";
import { failures, messagesOf } from "./support/failures.js";
import { openMap } from "./support/open-map.js";

const faults = [
  ...insertFaults,
  ...swapFaults,
  ...refusalFaults,
  ...clockFaults,
  ...historyFaults,
  ...retentionFaults,
  ...listingFaults,
  ...sweepFaults,
  ...textFaults,
  ...awayFaults,
];
const bitten = new Set<string>();

describe("a store that is right but for one thing fails exactly the requirement that this breaks", () => {
  for (const { does, breaks, store: Broken, declared = {} } of faults) {
    const open = openMap((world) => new Broken(world), declared);
    test(`${does} [${breaks}]`, async () => {
      const failed = await failures(open, declared);
      for (const { check } of failed) bitten.add(check.title);
      expect([...new Set(failed.map(({ check }) => check.requirement))], messagesOf(failed)).toEqual([breaks]);
    });
  }
});

test("every requirement is broken by a planted store", () => {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  expect(Object.keys(requirements).filter((id) => !broken.has(id as keyof typeof requirements))).toEqual([]);
});

test("every check has failed on one of them", () => {
  const checks = [concernsFor({}), concernsFor({ historyNeverChanges: "x", neverAway: "x" })].flatMap((c) =>
    Object.values(c).flat(),
  );
  const title = (of: string) => of.replace(/^not applicable: .*?; /, "");
  const seen = new Set([...bitten].map(title));
  expect([...new Set(checks.map((check) => title(check.title)))].filter((of) => !seen.has(of))).toEqual([]);
});
