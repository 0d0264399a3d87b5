import type { StoredApproval } from "../../approval/approval.js";
import { approvalRecordIdOf } from "../../approval/read.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { approvalIn } from "./transition.js";

/** By its public id. Undefined where there is none, or none of this server. */
export async function findApproval(parts: ApprovalParts, id: string): Promise<StoredApproval | undefined> {
  const recordId = approvalRecordIdOf(id);
  if (recordId === undefined) return undefined;
  const { platform, retryPausesMs, approvalStore } = parts;
  return approvalIn(parts, await repeated(platform, retryPausesMs, () => approvalStore.get(recordId))) ?? undefined;
}
