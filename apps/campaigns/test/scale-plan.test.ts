import { expect, test } from "vitest";
import type { SourceCampaign } from "../src/outside/ad-networks.js";
import { planScaling } from "../src/outside/scale-plan.js";

const source = (daily_budget: string, changes: Partial<SourceCampaign> = {}): SourceCampaign => ({
  id: "src_1",
  network: "search-ads",
  name: "Search",
  tracks_campaign: 43,
  status: "active",
  daily_budget,
  bid: "0.45",
  currency: "EUR",
  version: 1,
  ...changes,
});

test.each([
  ["120.00", 20, "144.00"],
  ["0.99", 7.5, "1.06"], // 1.06425
  ["19.95", 7.5, "21.45"], // 21.44625
  ["0.10", -95, "0.01"], // 0.005, halves up
  ["0.01", -90, "0.00"],
])("%s changed by %d %% is %s", (before, percent, after) => {
  expect(planScaling([source(before)], percent)).toMatchObject({
    budgets: [{ old_budget: before, new_budget: after }],
    totalBefore: before,
    totalAfter: after,
  });
});

test("a plan leaves out what is paused, and names no currency where there are two", () => {
  const paused = source("60.00", { id: "src_2", status: "paused" });
  const dollars = source("80.00", { id: "src_3", currency: "USD" });
  expect(planScaling([source("120.00"), paused], 10)).toMatchObject({ currency: "EUR", totalAfter: "132.00" });
  expect(planScaling([source("120.00"), dollars], 10).currency).toBeUndefined();
});

test("another version of a campaign is another plan", () => {
  const [one, two] = [1, 2].map((version) => planScaling([source("120.00", { version })], 10).changesDigest);
  expect(one).not.toBe(two);
});
