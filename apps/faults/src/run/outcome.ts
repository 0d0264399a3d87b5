import type { Fault } from "./fault.js";
import type { Tally } from "./tally.js";

/** What a fault came to on a store. */
export interface Outcome {
  readonly fault: Pick<Fault, "name" | "store" | "fault" | "without" | "shownBy">;
  readonly seed: number;
  readonly tookMs: number;
  /** With the guard on, and with it off; absent if it was not run to its end. */
  readonly guarded?: Tally;
  readonly control?: Tally;
  /** Why it was not. */
  readonly failure?: string;
}

/** What is wrong, each in a few words; nothing if the guarded run held and the control showed the fault. */
export function problemsOf({ fault, guarded, control, failure }: Outcome): readonly string[] {
  const problems = failure === undefined ? [] : [failure];
  if (guarded !== undefined) {
    if (guarded.doubled > 0) problems.push(`${guarded.doubled} doubled`);
    if (guarded.lost > 0) problems.push(`${guarded.lost} lost`);
    if (guarded.struck === 0) problems.push("the fault struck nothing");
  }
  if (control !== undefined && control[fault.shownBy] === 0) problems.push("the control showed nothing");
  return problems;
}

/** A run that nothing is known of has not held. */
export const held = (outcome: Outcome): boolean =>
  outcome.guarded !== undefined && outcome.control !== undefined && problemsOf(outcome).length === 0;
