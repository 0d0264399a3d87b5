import type { Vote } from "./approval.js";
import type { Covered } from "./coverage.js";

export interface Allow {
  readonly type: "allow";
  readonly vote: Vote;
}

export interface Deny {
  readonly type: "deny";
  readonly vote: Vote;
}

/** By the requester, or by the person in whose name it asks. */
export interface Withdraw {
  readonly type: "withdraw";
  readonly by: { readonly tokenId?: string; readonly subject?: string };
  readonly reason: string;
}

/** An approver takes their own allow back. */
export interface Retract {
  readonly type: "retract";
  readonly by: { readonly id: string; readonly groups: readonly string[] };
  readonly reason: string;
  readonly atMs: number;
}

/** What it was asked under no longer holds: another request takes its place. */
export interface Supersede {
  readonly type: "supersede";
  readonly reason: string;
}

export interface Revoke {
  readonly type: "revoke";
  readonly vote: Vote;
}

/** The last step before a handler. */
export interface Reserve {
  readonly type: "reserve";
  readonly operationId: string;
  readonly use: Covered;
}

/** The operation did not happen. */
export interface Refund {
  readonly type: "refund";
  readonly operationId: string;
  /** The person who says so; absent where the operation itself or its system of record does. */
  readonly by?: { readonly id: string; readonly groups: readonly string[] };
}

export interface BreakTheGlass {
  readonly type: "breakGlass";
  readonly vote: Vote;
  readonly evidence: string;
}

export interface CloseReview {
  readonly type: "closeReview";
  readonly by: { readonly id: string; readonly groups: readonly string[] };
  readonly reason: string;
  readonly atMs: number;
}

/** Nobody decided in time. */
export interface Escalate {
  readonly type: "escalate";
}

export type Command =
  | Allow
  | Deny
  | Withdraw
  | Retract
  | Supersede
  | Revoke
  | Reserve
  | Refund
  | BreakTheGlass
  | CloseReview
  | Escalate;
