import type { Complete, Consume, Renew, Settle } from "../../src/confirmation/command.js";
import { type Binding, type Confirmation, type ConfirmationState, tagOf } from "../../src/confirmation/confirmation.js";
import type { Times } from "../../src/confirmation/times.js";

/** Each duration differs from all others and from their sums, so that a write that takes the wrong one is seen. */
export const times: Times = { ttlMs: 300_000, retentionMs: 200_000, tombstoneMs: 7_000_000, leaseMs: 60_000 };

export const nowMs = 1_000_000_000;
export const binding: Binding = { owner: "owner-a", tool: "tool-a", params: "params-a" };
export const own = "claim-own";
export const foreign = "claim-foreign";
export const claimedAtMs = 777;

/** A pending confirmation, open, of the present history, unless said otherwise. */
export function aConfirmation(state: ConfirmationState, differing: Partial<Confirmation> = {}): Confirmation {
  return { tag: tagOf(state), state, data: null, deadlineMs: nowMs + 1000, nowMs, historyCurrent: true, ...differing };
}

export const pending: ConfirmationState = { status: "pending", binding };
export const inFlight = (claim = own): ConfirmationState => ({ status: "in_flight", binding, claim, claimedAtMs });
export const ended = (
  status: "completed" | "not_executed" | "failed",
  by: "claim" | "reconcile" = "claim",
  claim = own,
): ConfirmationState => ({ status, binding, claim, claimedAtMs, by });

export const consume = (differing: Partial<Consume> = {}): Consume => ({
  type: "consume",
  binding,
  claim: own,
  claimedAtMs,
  ...differing,
});
export const renew = (differing: Partial<Renew> = {}): Renew => ({ ...consume(), type: "renew", ...differing });
export const complete = (outcome: Complete["outcome"], differing: Partial<Complete> = {}): Complete => ({
  ...consume(),
  type: "complete",
  outcome,
  data: `"${outcome}, says the claim"`,
  ...differing,
});
export const settle = (outcome: Settle["outcome"]): Settle => ({
  type: "settle",
  outcome,
  data: `"${outcome}, says the system of record"`,
});
