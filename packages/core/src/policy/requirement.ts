import type { Bind, Checkpoint, PolicyRef } from "./policy.js";

/** Those who may decide by one policy, and how many of them must. */
export interface Panel {
  readonly policy: PolicyRef;
  readonly approvers: readonly string[];
  /** Who joins them after the deadline. */
  readonly escalateTo: readonly string[];
  /** What its policy asks for, and at least what each less specific one and the tool's level ask for. */
  readonly quorum: number;
}

/** What all policies that match one call demand together. Plain data: it is stored with the request. */
export interface Requirement {
  /** Every policy that matched, most specific first. */
  readonly matched: readonly PolicyRef[];
  /** One for each of the most specific: each must reach its quorum. */
  readonly panels: readonly Panel[];
  /** The most that any policy, or the tool's level, asks for. */
  readonly quorum: number;
  /** The least of all; null where none sets one. */
  readonly uses: number | null;
  readonly minutes: number | null;
  readonly decideByMs: number;
  readonly onDeadline: "lapse" | "hold" | "escalate";
  readonly bind: Bind;
  readonly coolDownMs: number;
  /** Absent: no policy asks for one. Kept by the agent loop; a call that comes another way meets the approval alone. */
  readonly checkpoint?: Checkpoint;
  /** Absent: nobody may. At most 15 minutes. */
  readonly breakGlass?: { readonly approvers: readonly string[]; readonly minutes: number };
}
