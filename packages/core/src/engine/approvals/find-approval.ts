import type { StoredApproval } from "../../approval/approval.js";
import type { ApprovalParts } from "./approval-parts.js";

/** By its public id. Undefined where there is none, or none of this server. */
export async function findApproval(_parts: ApprovalParts, _id: string): Promise<StoredApproval | undefined> {
  throw new Error("not built yet");
}
