import type { Approvals } from "../../approval/approvals.js";
import type { ApprovalParts } from "./approval-parts.js";

/** The one place where people decide. */
export function approvalsOf(_parts: ApprovalParts): Approvals {
  throw new Error("not built yet");
}
