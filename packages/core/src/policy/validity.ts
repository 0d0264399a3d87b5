import type { Policy } from "./policy.js";

/** The least of all that are given; null if none is. */
export function least(numbers: readonly (number | null | undefined)[]): number | null {
  const given = numbers.filter((number) => typeof number === "number");
  return given.length === 0 ? null : Math.min(...given);
}

/** The least of uses and the least of minutes. A policy that says neither is good for one use, also beside one that says more. */
export function validityOf(matched: readonly Policy[]): { uses: number | null; minutes: number | null } {
  const all = matched.map(({ validity = {} }) => validity);
  return {
    uses: least(all.map(({ uses, minutes }) => uses ?? (minutes === undefined ? 1 : null))),
    minutes: least(all.map(({ minutes }) => minutes)),
  };
}
