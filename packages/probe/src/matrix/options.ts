import type { Observer } from "../observe/observer.js";
import type { Args, Subject } from "../subject/subject.js";

/** What is needed to probe one tool. What is missing leaves its cases out, and says so. */
export interface ToolPlan {
  /** An ordinary, valid call. Absent: one without arguments, if the schema requires none. `{{fresh}}` in a text names something new for each case. */
  readonly args?: Args;
  /** Other ordinary calls, where what the tool does depends on its arguments. Choices that its schema lists are tried anyway. */
  readonly others?: readonly Args[];
  /** A resource that does not exist. Absent: an unknown name in the argument that looks like one. */
  readonly missing?: Args;
  /** An operation that is done already. Absent: the second ordinary call is one. */
  readonly done?: Args;
  /** Absent: the first argument with a type that its schema does not allow, and values that are allowed and odd. */
  readonly invalid?: Args;
  /** What takes the ordinary call back. `{{answer.id}}` is a member of that call's answer. */
  readonly undo?: { readonly tool: string; readonly args: Args };
  /** A later job that uses what this tool changed. `none`: there is none. */
  readonly downstream?: (() => Promise<void>) | "none";
  /** The argument that is said to make the call repeatable. */
  readonly requestId?: string;
  /** Together with `requestId`: another request under the same id. */
  readonly otherArgs?: Args;
  /** The argument that sets how many rows come back, and the one that selects them. Absent: by their usual names. */
  readonly pageSize?: string;
  readonly prefix?: string;
  /** Why this tool is left out. */
  readonly skip?: string;
}

export interface Limits {
  /** Of one tool. Cases beyond it are not run, and say so. Default 80. */
  readonly callsPerTool: number;
  /** Of the whole run. Default 2,000. */
  readonly calls: number;
  /** How often each race is run. Default 3. */
  readonly races: number;
}

export interface ProbeOptions {
  /** Your word that everything the server can reach may be lost. */
  readonly disposable: true;
  readonly subject: Subject;
  readonly observers: readonly Observer[];
  readonly tools: Readonly<Record<string, ToolPlan>>;
  /** Puts the target back to the state that all cases start from. Clients connect anew after it. */
  readonly reset?: () => Promise<void>;
  readonly limits?: Partial<Limits>;
  /** How long nothing must change before a call's effects count as over. Default 150. */
  readonly settleMs?: number;
  /** From how many lost records on a change is a bulk one, and an answer bulk rows. Default 10 and 50. */
  readonly bulkFrom?: number;
  readonly bulkRows?: number;
  readonly onProgress?: (progress: { readonly tool: string; readonly case: string; readonly calls: number }) => void;
}

export const defaultLimits: Limits = { callsPerTool: 80, calls: 2_000, races: 3 };
