import type { StoredApproval } from "../../approval/approval.js";
import type { Approver } from "../../approval/approvals.js";
import { shown } from "../../approval/shown.js";
import { jsonCopy } from "../../params/json-copy.js";
import type { ApprovalParts } from "./approval-parts.js";

/** What the application says of this person. Only true is a yes; what it throws is a no. */
export async function mayBeAsked(parts: ApprovalParts, approver: Approver, approval: StoredApproval): Promise<boolean> {
  const { canDecide } = parts.hooks;
  if (canDecide === undefined) return true;
  try {
    return (await canDecide(approver, jsonCopy(shown(approval)))) === true;
  } catch (error) {
    const { tool, requester } = approval.request;
    parts.tell({ tool, requester }, { type: "hook_failed", hook: "canDecide", error });
    return false;
  }
}
