/**
 * Terminology. An *approval* is the stored request for a human decision, and the grant that it becomes. A *slot* is what
 * a second first call joins: requester, server, tool and action digest, or less of it as the policy binds. *Lapsed* and
 * *exhausted* are views, derived on reading; no write has to happen in time for them to be true.
 */
import type { Json } from "../params/plain-json.js";
import type { PolicyRef } from "../policy/policy.js";
import type { Stage } from "../policy/quorum.js";
import type { Requirement } from "../policy/requirement.js";
import type { Requester } from "../requester.js";
import type { Material } from "../tool/material.js";

/** One person's word. */
export interface Vote {
  readonly approver: string;
  /** As authentication gave them at that moment: a later version of a policy may ask for others. */
  readonly groups: readonly string[];
  readonly reason: string;
  /** What was on the screen. */
  readonly actionDigest: string;
  /** Wall clock of the deciding process, for people. */
  readonly atMs: number;
  /** Less than the policy gives, never more. */
  readonly uses?: number;
  readonly minutes?: number;
}

/** An allow that its approver took back while others were still asked: it counts for nothing, and stays to be seen. */
export interface Retracted {
  readonly vote: Vote;
  readonly reason: string;
  /** Wall clock of the process where it was taken back, for people. */
  readonly atMs: number;
  /** From 1 on, of this request: with it no state of a request ever comes again. */
  readonly nth: number;
}

/** What people have said. */
interface Words {
  readonly allows: readonly Vote[];
  /** The last twenty. */
  readonly retracted?: readonly Retracted[];
}

/** An operation that a grant let through. Of a grant without a number of uses only the last thousand are kept. */
export interface Spent {
  readonly operationId: string;
  /** On the store's clock, as the reservation found it. */
  readonly atMs: number;
}

export interface BreakGlass {
  readonly by: string;
  readonly evidence: string;
  /** Absent while nobody else has looked at it. */
  readonly reviewed?: { readonly by: string; readonly reason: string; readonly atMs: number };
}

export interface Granted extends Words {
  /** The last one that the request had reached. */
  readonly stage: Stage;
  /** Null: as often as time allows. */
  readonly uses: number | null;
  /** Null: without end in time. */
  readonly minutes: number | null;
  readonly spent: readonly Spent[];
  /** How many uses were given back: with it no state of a grant ever comes again. */
  readonly refunded: number;
  readonly breakGlass?: BreakGlass;
}

export type ApprovalState =
  | ({
      readonly status: "pending";
      readonly stage: Stage;
      /** From when the time to decide counts, if not from the request on: the wall clock of a grant's first new allow. */
      readonly sinceMs?: number;
    } & Words)
  | ({ readonly status: "approved" } & Granted)
  | ({ readonly status: "denied"; readonly deny: Vote } & Words)
  | {
      readonly status: "cancelled";
      readonly why: "withdrawn" | "superseded";
      readonly by: string;
      readonly reason: string;
    }
  | ({ readonly status: "revoked"; readonly by: string; readonly reason: string; readonly atMs: number } & Granted);

/** How an earlier request of the same slot ended: shown with the new one. */
export interface Previous {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly by?: string;
  readonly reason?: string;
  readonly atMs?: number;
}

/** What the approvers are asked about: written once, never changed. */
export interface ApprovalRequest {
  readonly requester: Requester;
  readonly server: string;
  readonly tool: string;
  readonly summary: string;
  readonly preview: Json;
  /** Without the secret ones. */
  readonly params: Json;
  readonly resolved?: { readonly [name: string]: Json };
  readonly material: Material;
  readonly stateVersion?: string;
  /** Digest of the tool's definition. */
  readonly definition: string;
  readonly actionDigest: string;
  readonly requirement: Requirement;
  /** Wall clock of the asking process, for people. */
  readonly requestedAtMs: number;
  readonly previous?: Previous;
}

/** An approval with the store's clock and history: everything a decision may look at. */
export interface StoredApproval {
  readonly id: string;
  readonly tag: string;
  readonly state: ApprovalState;
  readonly request: ApprovalRequest;
  /** Pending: decide by. Approved: the end of the grant. */
  readonly deadlineMs: number;
  readonly nowMs: number;
  readonly historyCurrent: boolean;
}

export type ApprovalStatus = ApprovalState["status"] | "lapsed" | "exhausted";

/** Both rules of one execution: what asked for a decision, and what let it through under the policies loaded then. */
export interface AllowedUnder {
  readonly requested: readonly PolicyRef[];
  readonly allowed: readonly PolicyRef[];
}
