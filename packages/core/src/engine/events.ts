import type { Previous } from "../approval/approval.js";
import type { ElicitationOutcome } from "../elicitation/outcome.js";
import type { PolicyRef } from "../policy/policy.js";
import type { Requester } from "../requester.js";
import type { Reason } from "../wire/reasons.js";
import type { CheckpointStep } from "./checkpoint-step.js";
import type { Under } from "./checks.js";
import type { ErrorFacts } from "./error-facts.js";
import type { Proposed } from "./proposed.js";

interface About {
  /** Wall clock, epoch milliseconds. */
  readonly atMs: number;
  readonly server: string;
  readonly tool: string;
}

interface AboutCall extends About {
  readonly requester: Requester;
  /** Absent where a call was refused before it named an operation. */
  readonly operationId?: string;
}

interface AboutTool extends About {
  readonly requester?: undefined;
  readonly operationId?: undefined;
}

/** What a call went through. An open set: new types may be added. */
export type CallStep<E = ErrorFacts> =
  | { readonly type: "claimed" | "replayed" | "not_executed" }
  /** The client's user was asked to type this fact, at L2, and what came of it. What was typed is told nowhere. */
  | {
      readonly type: "elicited";
      readonly fact: string;
      readonly outcome: ElicitationOutcome;
      readonly durationMs: number;
    }
  /** A token was issued; `approval`: under this one. */
  | ({
      readonly type: "proposed";
      readonly approval?: {
        readonly id: string;
        readonly actionDigest: string;
        readonly requested: readonly PolicyRef[];
      };
    } & Proposed)
  /** Written to the journal before the effect starts. */
  | ({ readonly type: "intent" } & Proposed & Under)
  /** A Tier-1 call ran. */
  | { readonly type: "ran" }
  /**
   * Under what, where it went through `call`. `resultDigest`: SHA-256, base64url, of the JSON text of the answer as every
   * replay repeats it: the envelope, or a tool's own result.
   */
  | ({ readonly type: "completed"; readonly durationMs: number; readonly resultDigest?: string } & Partial<Under>)
  | { readonly type: "failed"; readonly error: E }
  /** A transaction was rolled back: nothing happened, and the same token can be used again. */
  | { readonly type: "rolled_back"; readonly error: E }
  /** The answer to a commit never came, and nobody can tell yet: its caller was told to repeat the call. */
  | { readonly type: "commit_unknown"; readonly error: E }
  /** `error` names the cause of `store_unavailable`. */
  | { readonly type: "refused"; readonly reason: Reason; readonly detail?: string; readonly error?: E }
  /** A hook, a recheck or a reconcile threw: what it guards was refused. */
  | { readonly type: "hook_failed"; readonly hook: string; readonly error: E }
  /** The outcome could not be recorded; the caller got the true answer, the record becomes in doubt. */
  | { readonly type: "completion_unrecorded"; readonly error: E }
  /** A claim's lease lapsed without a completion, and nothing settled it yet. */
  | { readonly type: "completion_missing" | "in_doubt" }
  /** `by`: the person who settled it, where it was not the system of record. */
  | {
      readonly type: "reconciled";
      readonly outcome: "completed" | "not_executed";
      readonly by?: string;
      readonly reason?: string;
      readonly resultDigest?: string;
    }
  /** The claim and the system of record disagree about what happened: look at it. */
  | { readonly type: "contradicted" }
  | ApprovalStep
  | CheckpointStep
  /** The use of an operation that was not executed could not be given back, so it counts as spent. */
  | { readonly type: "use_kept"; readonly approvalId: string; readonly error: E };

/**
 * What an approval went through. `by`: who decided; never an agent. `actionDigest`: what was asked for, or what the one who
 * decided was shown.
 */
export type ApprovalStep = { readonly approvalId: string } & ApprovalHappening;

type ApprovalHappening =
  /** Told once, however many calls join it. `previous`: how the last request of the same kind ended. */
  | ({
      readonly type: "approval_requested";
      readonly decideByMs: number | null;
      readonly previous?: Previous;
      /** How many requests of this requester for this tool are open now, this one among them. */
      readonly open: number;
      readonly actionDigest: string;
      /** Every policy that matched, most specific first. */
      readonly policies: readonly PolicyRef[];
    } & Proposed)
  /** `granted`: with this one the quorum was reached. */
  | ({ readonly type: "approval_allowed"; readonly granted: boolean } & Word)
  | ({ readonly type: "approval_denied" | "approval_revoked" } & Word)
  /** An approver took an allow back, before enough had allowed it. */
  | ({ readonly type: "approval_retracted" } & Word)
  | {
      readonly type: "approval_withdrawn" | "approval_superseded";
      readonly by: string;
      readonly reason: string;
    }
  /** Nobody decided in time: the next approvers may. */
  | { readonly type: "approval_escalated" }
  /** One operation was let through on one person's word: somebody else has to look at it. */
  | ({ readonly type: "glass_broken"; readonly evidence: string } & Word)
  | { readonly type: "review_closed"; readonly by: string; readonly reason: string }
  /** An operation did not happen: the grant has its use back. */
  | { readonly type: "use_refunded" };

/** What a person said, and of what. */
interface Word {
  readonly by: string;
  readonly reason: string;
  readonly actionDigest: string;
}

export type Tier2Event =
  | (AboutCall & CallStep)
  /** A tool without classification: it counts as Tier-2. */
  | (AboutTool & { readonly type: "unclassified" })
  /** Another definition took the place of one with its name: meant, or two tools whose tokens count for each other. */
  | (AboutTool & { readonly type: "redefined" })
  /** A policy names a tool that nobody has defined by the first call: misspelt, it protects nothing. `like`: one there is. */
  | (AboutTool & { readonly type: "unknown_tool"; readonly policy: PolicyRef; readonly like?: string })
  /** A policy may apply to a tool with secret arguments, and without `secretsKey` what is asked here is unknown elsewhere. */
  | (AboutTool & { readonly type: "secrets_unkeyed" })
  /** By this policy anybody may decide. */
  | (Omit<AboutTool, "tool"> & { readonly type: "catch_all"; readonly tool: ""; readonly policy: PolicyRef })
  /** The sweeper could not reach the store, or not read one of its records; it tries again at its next tick. */
  | (Omit<AboutTool, "tool"> & { readonly type: "sweep_failed"; readonly tool: ""; readonly error: ErrorFacts });

/**
 * An observer must not be able to stop or double an operation, so what it throws is dropped. So is a rejection: an
 * async function fits the type of an observer, and an unhandled one would end the process between claim and effect.
 */
export function quietly(observe: ((event: Tier2Event) => void) | undefined): (event: Tier2Event) => void {
  return (event) => {
    try {
      const said: unknown = observe?.(event);
      if (said !== undefined) Promise.resolve(said).catch(() => {});
    } catch {
      // Nothing to tell it to: the observer is the one that would have been told.
    }
  };
}
