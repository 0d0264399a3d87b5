import type { StoredApproval } from "../../approval/approval.js";
import type { Command } from "../../approval/command.js";
import type { ApprovalStep } from "../events.js";

/** What is told of a decision that was written. */
export function stepOf(command: Command, { id: approvalId, state }: StoredApproval): ApprovalStep | undefined {
  switch (command.type) {
    case "allow": {
      const { approver: by, reason } = command.vote;
      return { type: "approval_allowed", approvalId, by, reason, granted: state.status === "approved" };
    }
    case "deny":
    case "revoke": {
      const { approver: by, reason } = command.vote;
      return { type: command.type === "deny" ? "approval_denied" : "approval_revoked", approvalId, by, reason };
    }
    case "breakGlass": {
      const { approver: by, reason } = command.vote;
      return { type: "glass_broken", approvalId, by, reason, evidence: command.evidence };
    }
    case "withdraw":
      return {
        type: "approval_withdrawn",
        approvalId,
        by: command.by.subject ?? command.by.tokenId ?? "",
        reason: command.reason,
      };
    case "retract":
      return { type: "approval_retracted", approvalId, by: command.by.id, reason: command.reason };
    case "closeReview":
      return { type: "review_closed", approvalId, by: command.by.id, reason: command.reason };
    default:
      return undefined;
  }
}
