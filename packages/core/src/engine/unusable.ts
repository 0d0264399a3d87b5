import type { StoredApproval } from "../approval/approval.js";
import type { Unusable } from "../approval/decision.js";
import { statusOf } from "../approval/view.js";
import type { Refusal } from "../wire/envelope.js";

/** What a caller hears of a grant that lets its operation not through. */
export function refusedUse(why: Unusable, approval: StoredApproval | undefined): Refusal {
  switch (why) {
    case "denied":
      return deniedBy(approval);
    case "revoked":
      return { reason: "revoked", ...(approval?.state.status === "revoked" && { detail: approval.state.reason }) };
    case "not_covered":
      return { reason: "policy_changed", detail: "not_covered" };
    case "void":
    case "pending":
      return { reason: "approval_lapsed", detail: "history_changed" };
    case "cancelled":
    case "lapsed":
    case "exhausted":
    case "not_found":
      return { reason: "approval_lapsed", detail: why };
  }
}

export function deniedBy(approval: StoredApproval | undefined): Refusal {
  const reason = approval?.state.status === "denied" ? approval.state.deny.reason : undefined;
  if (reason === undefined) return { reason: "denied" };
  return { reason: "denied", detail: reason, error: `An approver denied this operation: ${reason}` };
}

/** What a call that waits for a decision hears of a request that ended without consent; undefined while it may still get it. */
export function endedUndecided(approval: StoredApproval): Refusal | undefined {
  switch (statusOf(approval)) {
    case "denied":
      return deniedBy(approval);
    case "cancelled":
      return approval.state.status === "cancelled" && approval.state.why === "withdrawn"
        ? { reason: "not_possible", detail: "withdrawn" }
        : undefined;
    case "lapsed":
      return approval.state.status === "pending" ? { reason: "approval_lapsed", detail: "undecided" } : undefined;
    default:
      return undefined;
  }
}
