import { cents } from "./cents.js";

/** The change in percent with one decimal, halves away from zero, exact: 4.50 → 6.20 is 37.8. `from` is above zero. */
export function percentChange(from: string, to: string): number {
  const before = cents(from);
  const change = cents(to) - before;
  const size = change < 0n ? -change : change;
  const tenths = (size * 2000n + before) / (before * 2n);
  return Number(change < 0n ? -tenths : tenths) / 10;
}
