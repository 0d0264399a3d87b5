import type { Policy } from "./policy.js";
import { least } from "./validity.js";

/** The longest that one person's word lasts, whatever a policy says. */
export const mostBreakGlassMinutes = 15;

interface BreakGlassRule {
  readonly approvers: readonly string[];
  readonly minutes: number;
}

/** Whom all of the most specific policies name, for the least time that any policy gives. Undefined: nobody. */
export function breakGlassOf(deciding: readonly Policy[], matched: readonly Policy[]): BreakGlassRule | undefined {
  const [first, ...others] = deciding.map(({ breakGlass }) => breakGlass);
  const approvers = (first?.approvers ?? []).filter((name) =>
    others.every((other) => other?.approvers.includes(name) === true),
  );
  if (approvers.length === 0) return undefined;
  const minutes = least([
    mostBreakGlassMinutes,
    ...matched.flatMap(({ breakGlass, validity }) => [breakGlass?.minutes, validity?.minutes]),
  ]);
  return { approvers, minutes: minutes ?? mostBreakGlassMinutes };
}
