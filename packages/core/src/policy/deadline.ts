import type { AtDeadline, Policy } from "./policy.js";

const msPerMinute = 60_000;
const defaultDecideByMinutes = 60;

export const inMs = (minutes: number): number => Math.round(minutes * msPerMinute);

/** Strictest first: where two policies name the approvers together, the first of these counts. */
const strictest = ["lapse", "escalate", "hold"] as const satisfies readonly AtDeadline["onDeadline"][];

/** Those who name the approvers say how long these have, and what becomes of a request that they leave lying. */
export function deadlineOf(deciding: readonly Policy[]): {
  decideByMs: number;
  onDeadline: AtDeadline["onDeadline"];
} {
  return {
    decideByMs: Math.min(
      ...deciding.map(({ decideByMinutes = defaultDecideByMinutes }) => Math.max(1, inMs(decideByMinutes))),
    ),
    onDeadline: strictest.find((one) => deciding.some(({ onDeadline }) => onDeadline === one)) ?? "lapse",
  };
}
