import type { Progress } from "../policy/quorum.js";
import type { Requester } from "../requester.js";
import type { Reconciled } from "../tool/outcome.js";
import type { ApprovalRequest, ApprovalStatus, BreakGlass, Spent, Vote } from "./approval.js";

/** Somebody who decides. Made by your own authentication of a person, never from what a call carries. */
export interface Approver {
  /** In one name space with `Requester.subject`. */
  readonly id: string;
  readonly kind: "human";
  readonly groups?: readonly string[];
}

/** Why this person cannot decide this. `not_permitted`: `canDecide` did not say yes; `not_entitled`: the policies do not. */
export type CannotDecide = "self_approval" | "not_entitled" | "not_permitted" | "already_decided" | "closed";

/** What a person does about a request: the methods of `Approvals` that change one. */
export type ApprovalAction = Exclude<keyof Approvals, "list" | "get" | "reviewItems">;

/** What a screen shows: the stored request, and how it stands now. */
export interface Approval extends ApprovalRequest {
  readonly id: string;
  readonly status: ApprovalStatus;
  /** Epoch milliseconds on the wall clock of this process; null where no time ends it. */
  readonly decideByMs: number | null;
  readonly validUntilMs: number | null;
  readonly usesLeft: number | null;
  readonly allows: readonly Vote[];
  readonly progress: Progress;
  readonly deny?: Vote;
  readonly spent: readonly Spent[];
  readonly breakGlass?: BreakGlass;
  readonly revoked?: { readonly by: string; readonly reason: string };
  readonly cancelled?: { readonly why: "withdrawn" | "superseded"; readonly by: string; readonly reason: string };
  /** Past its deadline and open: `hold`, or with the next approvers. */
  readonly overdue: boolean;
  /** For the approver who asked: absent if they may decide. */
  readonly cannotDecide?: CannotDecide;
  /** For the person who asked: what would change something now, so which buttons there are. */
  readonly may?: readonly ApprovalAction[];
}

export interface Decision {
  readonly approver: Approver;
  /** The digest that was on the screen. */
  readonly actionDigest: string;
  /** Never empty. */
  readonly reason: string;
  /** Less than the policy gives; more is refused as `not_entitled`. For `allow` only. */
  readonly uses?: number;
  readonly minutes?: number;
}

/**
 * `changed`: another digest than the one shown. `conflict`: this person, or a faster one, decided otherwise. `closed`: there
 * is nothing (any more) to which this applies. `invalid`: no reason or digest, or numbers that are none. `not_permitted`:
 * the policies let this person decide, and `canDecide` does not.
 */
export type Decided =
  | { readonly ok: true; readonly approval: Approval }
  | {
      readonly ok: false;
      readonly reason:
        | "not_found"
        | "not_entitled"
        | "not_permitted"
        | "self_approval"
        | "changed"
        | "conflict"
        | "closed"
        | "invalid";
      readonly approval?: Approval;
    };

/** The one choke point of human decisions. Expected outcomes are values. No tool of an agent leads here. */
export interface Approvals {
  /** Newest page order is the store's; `cursor` reads further. Rows that the approver cannot decide say why. */
  list(query: {
    approver: Approver;
    status?: ApprovalStatus;
    tool?: string;
    cursor?: string;
    limit?: number;
  }): Promise<{ items: Approval[]; cursor?: string }>;
  get(id: string, viewer: { approver: Approver }): Promise<Approval | undefined>;
  allow(id: string, decision: Decision): Promise<Decided>;
  deny(id: string, decision: Decision): Promise<Decided>;
  /** Ends a grant: once this is answered, nothing starts under it any more. */
  revoke(id: string, decision: Omit<Decision, "uses" | "minutes">): Promise<Decided>;
  /** By the requester, or by its subject. */
  withdraw(
    id: string,
    by: { requester: Requester; reason: string } | { approver: Approver; reason: string },
  ): Promise<Decided>;
  /** One operation, a short time, on one person's word: opens an item for review. */
  breakGlass(id: string, decision: Omit<Decision, "uses" | "minutes"> & { evidence: string }): Promise<Decided>;
  /** What was let through by breaking glass and not looked at since. */
  reviewItems(query: {
    approver: Approver;
    cursor?: string;
    limit?: number;
  }): Promise<{ items: Approval[]; cursor?: string }>;
  /** By somebody else than whoever broke the glass or asked. */
  closeReview(id: string, by: { approver: Approver; reason: string }): Promise<Decided>;
}

/** An operation whose outcome nobody knows. */
export interface InDoubt {
  readonly operationId: string;
  readonly tool: string;
  readonly requester: Requester;
  readonly summary?: string;
  /** Wall clock of the claiming process. */
  readonly claimedAtMs: number;
}

/** In doubt, for people. */
export interface Operations {
  inDoubt(query?: { cursor?: string; limit?: number }): Promise<{ items: InDoubt[]; cursor?: string }>;
  /**
   * False: it is not in doubt (any more). `as.outcome: "unknown"` settles nothing. `not_executed` gives the use of a grant
   * back on the word of one of its approvers only, and never on that of whoever asked.
   */
  settle(operationId: string, decision: { by: Approver; reason: string; as: Reconciled }): Promise<boolean>;
}
