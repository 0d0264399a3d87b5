import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAbove } from "../../src/policy/amount.js";

const eur = (value: string) => ({ value, currency: "EUR" });

/** The same number in one of the ways to write it, as an integer number of billionths beside. */
const decimal = fc
  .record({
    units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    digits: fc.nat({ max: 9 }),
    before: fc.nat({ max: 3 }),
    after: fc.nat({ max: 3 }),
  })
  .map(({ units, digits, before, after }) => {
    const text = units.toString().padStart(digits + 1, "0");
    const whole = "0".repeat(before) + text.slice(0, text.length - digits);
    const fraction = text.slice(text.length - digits) + "0".repeat(after);
    return {
      text: fraction === "" ? whole : `${whole}.${fraction}`,
      billionths: units * 10n ** BigInt(9 - digits),
    };
  });

describe("more than a limit", () => {
  test("is judged exactly, in whatever way two numbers are written, however long they are", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => isAbove(eur(a.text), eur(b.text)) === a.billionths > b.billionths),
    );
    fc.assert(
      fc.property(decimal, fc.nat({ max: 3 }), (a, zeros) => {
        const same = a.text.includes(".") ? a.text + "0".repeat(zeros) : a.text;
        return !isAbove(eur(same), eur(a.text)) && !isAbove(eur(a.text), eur(same));
      }),
    );
  });

  test.each([
    ["100.00", "100", false],
    ["100.01", "100.00", true],
    ["99.999999999999999999", "100", false],
    ["100.000000000000000000001", "100", true],
    ["9", "10", false],
    ["10", "9", true],
    ["0.3", "0.30000000000000004", false],
    ["9007199254740993", "9007199254740992", true],
    ["0", "0.00", false],
    ["-150.00", "100.00", true],
    ["-50.00", "100.00", false],
  ])("%s against %s: %s", (amount, limit, above) => {
    expect(isAbove(eur(amount), eur(limit))).toBe(above);
  });

  test("is what cannot be told", () => {
    expect(isAbove(undefined, eur("100"))).toBe(true);
    expect(isAbove({ value: "1", currency: "JPY" }, eur("100"))).toBe(true);
    for (const value of ["", "1e1", "1,50", "+1", ".", "NaN", " 1", "1\n"]) {
      expect(isAbove(eur(value), eur("100")), JSON.stringify(value)).toBe(true);
    }
  });
});
