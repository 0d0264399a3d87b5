import type { Money } from "../tool/material.js";

/**
 * Is this more than the limit? Compared as text, digit by digit: money is never a float. An amount below zero counts by
 * its size, since whoever turns the sign round moves as much. No amount, another currency, or one that is no decimal
 * number counts as more.
 */
export function isAbove(amount: Money | undefined, limit: Money): boolean {
  if (amount === undefined || amount.currency !== limit.currency) return true;
  const [given, most] = [digitsOf(amount.value), digitsOf(limit.value)];
  if (given === undefined || most === undefined) return true;
  if (given.whole.length !== most.whole.length) return given.whole.length > most.whole.length;
  return given.whole === most.whole ? given.fraction > most.fraction : given.whole > most.whole;
}

/** Without the zeros that mean nothing, so that digits can be compared as text. */
function digitsOf(decimal: string): { whole: string; fraction: string } | undefined {
  const parts = /^-?0*(\d+?)(?:\.(\d*?)0*)?$/.exec(decimal);
  return parts === null ? undefined : { whole: parts[1] ?? "", fraction: parts[2] ?? "" };
}
