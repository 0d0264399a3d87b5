import type { Secret } from "../disclose/known-secrets.js";
import type { Change } from "../observe/change.js";
import type { Outcome } from "../subject/outcome.js";
import type { Args, Tool } from "../subject/subject.js";
import type { CaseName } from "./cases.js";

/** One thing that was done, and all that changed by the time everything was quiet again. */
export interface Step {
  readonly label: string;
  readonly args: Args;
  /** Of each call in it, in the order in which they were made. */
  readonly outcomes: readonly Outcome[];
  readonly changes: readonly Change[];
  /** False: something kept changing for as long as it was looked at. */
  readonly settled: boolean;
}

export interface CaseRun {
  readonly case: CaseName;
  /** It began on a state in which the ordinary call has not happened yet. */
  readonly fresh: boolean;
  readonly steps: readonly Step[];
  /** From its beginning to its end, where the steps take each other back. */
  readonly net?: readonly Change[];
}

export interface NotRun {
  readonly case: CaseName;
  readonly why: string;
}

/** Everything the judges know of one tool. They see nothing else. */
export interface Observed {
  readonly tool: Tool;
  readonly runs: readonly CaseRun[];
  readonly notRun: readonly NotRun[];
  /** What the observers watch; empty means that nobody looked. */
  readonly watched: readonly string[];
  /** Names of observers that saw changes while nothing was called: what they see is nobody's. */
  readonly noisy: ReadonlySet<string>;
  /** Why a snapshot was not everything. */
  readonly incomplete: readonly string[];
  /** From how many lost records on a change is a bulk one. */
  readonly bulkFrom: number;
  /** `none` is the author's word that no later job uses what this tool changes. */
  readonly downstream: "none" | "given" | "not_given";
  /** Arguments that mean something else tomorrow. */
  readonly relative: readonly string[];
  /** The undo's arguments came from the request and its answer alone. */
  readonly undoKnown: boolean;
  /** What must not stand in its report, besides what looks like a secret. */
  readonly secrets?: readonly Secret[];
}

export const runsOf = (observed: Observed, name: CaseName): readonly CaseRun[] =>
  observed.runs.filter((run) => run.case === name);
export const runOf = (observed: Observed, name: CaseName): CaseRun | undefined => runsOf(observed, name)[0];
export const firstStep = (observed: Observed, name: CaseName): Step | undefined => runOf(observed, name)?.steps[0];
