import type { StoredApproval, Vote } from "../../approval/approval.js";
import type { Command } from "../../approval/command.js";
import type { ApprovalStep } from "../events.js";

/** What is told of a decision that was written. */
export function stepOf(command: Command, { id: approvalId, state, request }: StoredApproval): ApprovalStep | undefined {
  switch (command.type) {
    case "allow": {
      return { type: "approval_allowed", approvalId, ...wordOf(command.vote), granted: state.status === "approved" };
    }
    case "deny":
    case "revoke": {
      const type = command.type === "deny" ? "approval_denied" : "approval_revoked";
      return { type, approvalId, ...wordOf(command.vote) };
    }
    case "breakGlass": {
      return { type: "glass_broken", approvalId, ...wordOf(command.vote), evidence: command.evidence };
    }
    case "withdraw":
      return {
        type: "approval_withdrawn",
        approvalId,
        by: command.by.subject ?? command.by.tokenId ?? "",
        reason: command.reason,
      };
    case "retract":
      return {
        type: "approval_retracted",
        approvalId,
        by: command.by.id,
        reason: command.reason,
        actionDigest: request.actionDigest,
      };
    case "closeReview":
      return { type: "review_closed", approvalId, by: command.by.id, reason: command.reason };
    default:
      return undefined;
  }
}

const wordOf = ({ approver: by, reason, actionDigest }: Vote) => ({ by, reason, actionDigest });
