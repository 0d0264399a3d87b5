import type { AllowedUnder } from "../approval/approval.js";

/** Whose word one question before an execution rested on: this engine's, a hook of the application's, or nobody's. */
export type EnforcedBy = "holdpoint" | "application" | "none";

export const checks = ["authorize", "enabled", "policy", "state", "risk", "duplicate"] as const;

export type Checks = Readonly<Record<(typeof checks)[number], EnforcedBy>>;

/** What an execution stood under: told with its intent and with its completion, so that either explains it alone. */
export interface Under {
  /** Which policies asked for a decision, and which let it through as they were loaded then. */
  readonly policies: AllowedUnder;
  readonly approval?: {
    readonly id: string;
    readonly approvers: readonly string[];
    /** One person's word in an emergency, to be reviewed by another. */
    readonly breakGlass?: true;
  };
  readonly checks: Checks;
}
