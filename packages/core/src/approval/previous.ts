import type { Previous, StoredApproval } from "./approval.js";
import { statusOf } from "./view.js";

/** How a request ended, for the one that comes after it. */
export function previousOf(approval: StoredApproval): Previous {
  const { id, state } = approval;
  const how = { id, status: statusOf(approval) };
  switch (state.status) {
    case "denied":
      return { ...how, by: state.deny.approver, reason: state.deny.reason, atMs: state.deny.atMs };
    case "revoked":
      return { ...how, by: state.by, reason: state.reason, atMs: state.atMs };
    case "cancelled":
      return { ...how, by: state.by, reason: state.reason };
    default:
      return how;
  }
}
