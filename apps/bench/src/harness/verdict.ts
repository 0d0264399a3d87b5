import type { Goal } from "./group.js";
import { median, type Row } from "./interleave.js";

export interface Verdict extends Goal {
  /** The median over the rounds of the ratio within a round, which a machine's busy spells hardly move. */
  readonly ratio: number;
  readonly met: boolean;
}

const ratioOf = (of: Row, over: Row): number =>
  median(
    of.trials.map(
      (trial, round) => trial.operationsPerSecond / (over.trials[round]?.operationsPerSecond ?? Number.NaN),
    ),
  );

/** Goals at a concurrency that was not measured have no verdict. */
export function verdicts(goals: readonly Goal[], rows: readonly Row[]): Verdict[] {
  const find = (name: string, concurrency: number) =>
    rows.find((row) => row.contestant === name && row.concurrency === concurrency);
  return goals.flatMap((goal) => {
    const of = find(goal.of, goal.concurrency);
    const over = find(goal.over, goal.concurrency);
    if (of === undefined || over === undefined) return [];
    const ratio = ratioOf(of, over);
    return [{ ...goal, ratio, met: ratio >= goal.atLeast }];
  });
}
