import type { Drift } from "./baseline.js";
import type { Report } from "./report.js";

/** What a run ends with: the first of these that applies. */
export const exitCodes = {
  agrees: 0,
  /** A hint is contradicted. A baseline never clears it. */
  contradicted: 1,
  /** The probe could not run: a broken set-up, a target without its mark. */
  not_run: 2,
  /** Hints, schemas or behaviour are not those of the baseline any more. */
  drift: 3,
  /** Only with `strict`: of a hint that promises something nobody can tell. */
  cannot_tell: 4,
} as const;

export function exitCodeOf(report: Report, drift: readonly Drift[], strict: boolean): number {
  const judged = report.tools.filter(({ skipped }) => skipped === undefined).flatMap(({ judgements }) => judgements);
  if (judged.some(({ verdict }) => verdict === "contradicted")) return exitCodes.contradicted;
  if (drift.length > 0) return exitCodes.drift;
  const isPromise = (hint: string, value: boolean) => (hint === "destructiveHint" ? !value : value);
  const untold = judged.some(({ hint, claim, verdict }) => verdict === "cannot_tell" && isPromise(hint, claim.value));
  return strict && untold ? exitCodes.cannot_tell : exitCodes.agrees;
}
