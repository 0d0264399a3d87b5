import { describe, expect, test } from "vitest";
import { amountArgument, amountText } from "../src/money/amount-argument.js";
import { amountOf, cents } from "../src/money/cents.js";
import { percentArgument } from "../src/money/percent-argument.js";
import { percentChange } from "../src/money/percent-change.js";
import { shownAmount, shownChange, shownTotal } from "../src/money/shown.js";

describe("an amount in JSON", () => {
  const amount = amountArgument("An amount.");

  test.each([
    [6.2, "6.20"],
    [4.5, "4.50"],
    [12, "12.00"],
    [0.01, "0.01"],
    [1.15, "1.15"],
    [999_999.99, "999999.99"],
  ])("%d becomes %s", (given, text) => {
    expect(amountText(amount.parse(given))).toBe(text);
  });

  test.each([6.205, 6.2000001, 0.1 + 0.2, 0, -1, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY, "6.20", null])(
    "%s is refused, never rounded",
    (given) => {
      expect(amount.safeParse(given).success).toBe(false);
    },
  );
});

describe("a percentage in JSON", () => {
  test.each([10, -7.5, 0.01, 300, -90])("%d is taken", (given) => {
    expect(percentArgument.parse(given)).toBe(given);
  });

  test.each([0, -0, 7.555, -91, 301, "10"])("%s is refused", (given) => {
    expect(percentArgument.safeParse(given).success).toBe(false);
  });
});

test("cents are exact beyond what a float can count", () => {
  expect(amountOf(cents("90071992547409.93") + 1n)).toBe("90071992547409.94");
  expect(amountOf(5n)).toBe("0.05");
});

test("a text with other than two decimals is no amount", () => {
  expect(() => cents("4.5")).toThrow(RangeError);
  expect(() => cents("-4.50")).toThrow(RangeError);
});

test.each([
  ["4.50", "6.20", 37.8],
  ["6.20", "4.50", -27.4],
  ["8.00", "8.01", 0.1], // 0.125
  ["20.00", "20.03", 0.2], // 0.15, half away from zero
  ["20.00", "19.97", -0.2],
  ["0.01", "10000.00", 99_999_900],
])("from %s to %s is %d percent", (from, to, percent) => {
  expect(percentChange(from, to)).toBe(percent);
});

test("amounts, totals and changes are written as people read them", () => {
  expect(shownAmount("4.50")).toBe("$4.50");
  expect(shownAmount("4.50", "EUR")).toBe("€4.50");
  expect(shownAmount("4.50", "CHF")).toBe("4.50 CHF");
  expect(shownTotal("1247.00")).toBe("$1247");
  expect(shownTotal("1247.50")).toBe("$1247.50");
  expect([37.8, -5, 0].map(shownChange)).toEqual(["+37.8%", "-5%", "+0%"]);
});
