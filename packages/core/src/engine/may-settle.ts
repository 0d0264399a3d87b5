import type { Approver, InDoubt } from "../approval/approvals.js";
import { isSelf } from "../approval/who.js";
import { jsonCopy } from "../params/json-copy.js";
import { mayDecide } from "../policy/quorum.js";
import { findApproval } from "./approvals/find-approval.js";
import { mayBeAsked } from "./approvals/may-decide.js";
import type { Parts } from "./parts.js";

type Refused = NonNullable<InDoubt["cannotSettle"]>;

/**
 * Why this person does not say what became of an operation; undefined if they may. Their word is as good as an allow: it
 * gives a use back, or an agent its answer. So the same people have it, and never whoever asked.
 */
export async function refusedToSettle(
  parts: Parts,
  person: Required<Approver>,
  operation: InDoubt,
  approvalId: string | undefined,
): Promise<Refused | undefined> {
  if (isSelf(operation.requester, person.id)) return "self_approval";
  if (!(await isLet(parts, person, operation))) return "not_permitted";
  const approval = approvalId === undefined ? undefined : await findApproval(parts, approvalId);
  // Of none, or one that is no longer kept, nobody can tell the application how it stood.
  const { canDecide, canSettle } = parts.hooks;
  if (approval === undefined) return canDecide === undefined || canSettle !== undefined ? undefined : "not_permitted";
  if (!mayDecide(approval.request.requirement, person, 1)) return "not_entitled";
  return (await mayBeAsked(parts, person, approval)) ? undefined : "not_permitted";
}

/** Only true is a yes; what the application throws is a no. */
async function isLet(parts: Parts, person: Approver, operation: InDoubt): Promise<boolean> {
  const { canSettle } = parts.hooks;
  if (canSettle === undefined) return true;
  try {
    return (await canSettle(person, jsonCopy(operation))) === true;
  } catch (error) {
    const { tool, requester, operationId } = operation;
    parts.tell({ tool, requester, operationId }, { type: "hook_failed", hook: "canSettle", error });
    return false;
  }
}
