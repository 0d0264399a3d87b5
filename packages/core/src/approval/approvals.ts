import type { Progress } from "../policy/quorum.js";
import type { Requester } from "../requester.js";
import type { Reconciled } from "../tool/outcome.js";
import type { ApprovalRequest, ApprovalStatus, BreakGlass, Retracted, Spent, Vote } from "./approval.js";

/** Somebody who decides. Made by your own authentication of a person, never from what a call carries. */
export interface Approver {
  /** In one name space with `Requester.subject`. */
  readonly id: string;
  readonly kind: "human";
  readonly groups?: readonly string[];
}

/** Why this person cannot decide this. `not_permitted`: `canDecide` did not say yes; `not_entitled`: the policies do not. */
export type CannotDecide =
  | ("self_approval" | "own_glass" | "not_entitled" | "not_permitted")
  | ("already_decided" | "closed");

/** What a person does about a request: the methods of `Approvals` that change one. */
export type ApprovalAction = Exclude<keyof Approvals, "list" | "get" | "reviewItems">;

/** What a screen shows: the stored request, and how it stands now. */
export interface Approval extends ApprovalRequest {
  readonly id: string;
  readonly status: ApprovalStatus;
  /**
   * Epoch milliseconds, the same whenever and wherever it is read: counted from the wall clock of whoever asked. The store's
   * own clock decides. Null where no time ends it.
   */
  readonly decideByMs: number | null;
  /** Likewise, counted from the wall clock at which the last allow was given. */
  readonly validUntilMs: number | null;
  readonly usesLeft: number | null;
  readonly allows: readonly Vote[];
  /** Allows that were taken back: the last twenty. */
  readonly retracted?: readonly Retracted[];
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
  /** Less than the policy gives; more is refused as `too_much`. For `allow` only. */
  readonly uses?: number;
  readonly minutes?: number;
}

/**
 * `not_entitled`: not one of those whom the policies let do this. `not_permitted`: they do, and `canDecide` does not.
 * `self_approval`: it comes in this person's name. `own_glass`: who broke the glass does not review it. `not_requester`: only
 * who asked withdraws. `too_much`: more uses or minutes than the policies give. `changed`: another digest than the one shown.
 * `conflict`: this person, or a faster one, decided otherwise. `closed`: there is nothing (any more) to which this applies.
 * `invalid`: no reason or digest, or numbers that are none.
 */
export type Decided =
  | { readonly ok: true; readonly approval: Approval }
  | {
      readonly ok: false;
      readonly reason:
        | ("not_found" | "not_entitled" | "not_permitted" | "self_approval" | "own_glass" | "not_requester")
        | ("too_much" | "changed" | "conflict" | "closed" | "invalid");
      readonly approval?: Approval;
    };

/** The one choke point of human decisions. Expected outcomes are values. No tool of an agent leads here. */
export interface Approvals {
  /**
   * The order is the store's; `cursor` reads further. Rows that the approver cannot decide say why. Rejects with
   * `invalid_cursor` for one that it never gave.
   */
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
  /** Takes one's own allow back, as long as not enough have allowed it: it stays on record. Then `revoke` is what helps. */
  retract(id: string, by: { approver: Approver; reason: string }): Promise<Decided>;
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

/** Why this person does not say what became of an operation. */
export type NotSettled =
  /** It was asked for in their name. */
  | "self_approval"
  /** They could not decide about it. */
  | "not_entitled"
  /** The application does not say yes. */
  | "not_permitted"
  /** There is no such operation, it runs, or its outcome is known by now. */
  | "not_in_doubt"
  /** What they say is that they do not know. */
  | "unknown";

export type Settled = { readonly ok: true } | { readonly ok: false; readonly reason: NotSettled };

/** An operation whose outcome nobody knows. */
export interface InDoubt {
  readonly operationId: string;
  readonly tool: string;
  readonly requester: Requester;
  readonly summary?: string;
  /** Wall clock of the claiming process. */
  readonly claimedAtMs: number;
  /** For the person who asked: absent if they may settle it. */
  readonly cannotSettle?: Extract<NotSettled, "self_approval" | "not_entitled" | "not_permitted">;
}

/** In doubt, for people. */
export interface Operations {
  /** With an `approver`, rows that they cannot settle say why. Rejects with `invalid_cursor` for one that it never gave. */
  inDoubt(query?: {
    approver?: Approver;
    cursor?: string;
    limit?: number;
  }): Promise<{ items: InDoubt[]; cursor?: string }>;
  /**
   * Settles for good what became of it. Never by the person in whose name it came; where it ran under an approval, by those
   * who could decide about that, if `canDecide` says so too; by any other person if `canSettle` does.
   */
  settle(operationId: string, decision: { by: Approver; reason: string; as: Reconciled }): Promise<Settled>;
}
