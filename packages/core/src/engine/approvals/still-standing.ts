import type { ApprovalRequest, StoredApproval } from "../../approval/approval.js";
import { coveredOf, isCovered } from "../../approval/coverage.js";
import { isEscalationDue, isPast, statusOf } from "../../approval/view.js";
import { canonicalJson } from "../../params/canonical-json.js";
import { putOnRecord } from "../on-record.js";
import type { ApprovalParts } from "./approval-parts.js";
import type { Opening, Standing } from "./open-or-join.js";
import type { Found } from "./place.js";
import { transition } from "./transition.js";

/** What a call that meets this approval is told. Undefined: it has ended, and another request is opened. */
export async function stillStanding(
  parts: ApprovalParts,
  request: ApprovalRequest,
  { approval, opened }: Found,
  opening: Opening,
): Promise<Standing | undefined> {
  switch (statusOf(approval)) {
    case "pending":
      if (!isAskedUnderSame(approval, request)) return supersede(parts, request, approval, opening);
      return { kind: "standing", status: "pending", approval: await escalated(parts, approval), opened };
    case "approved":
      // One that was given by breaking the glass covers less than its slot.
      if (!isCovered(approval, coveredOf(request))) return undefined;
      return opening.accepts(approval) ? { kind: "standing", status: "approved", approval, opened } : undefined;
    case "denied":
      // The deadline of a denied one is the end of its cool-down.
      return isPast(approval) ? undefined : { kind: "standing", status: "denied", approval, opened };
    default:
      return undefined;
  }
}

const isAskedUnderSame = ({ request }: StoredApproval, { requirement }: ApprovalRequest): boolean =>
  canonicalJson(request.requirement.matched) === canonicalJson(requirement.matched);

/** Nobody is asked any more under policies that have changed. Unless somebody decided meanwhile. */
async function supersede(parts: ApprovalParts, request: ApprovalRequest, standing: StoredApproval, opening: Opening) {
  const outcome = await transition(parts, standing.id, { type: "supersede", reason: "the policies changed" });
  if (outcome.kind === "refuse") {
    return outcome.approval === null
      ? undefined
      : stillStanding(parts, request, { approval: outcome.approval, opened: false }, opening);
  }
  if (outcome.kind === "done") {
    const { id, request: former } = standing;
    const { tool, requester } = former;
    const about = { tool, requester };
    const step = { type: "approval_superseded", approvalId: id, by: "policy", reason: "the policies changed" } as const;
    await putOnRecord(parts, about, step);
  }
  return undefined;
}

/** Polling is when somebody notices that the next approvers are to be asked. */
async function escalated(parts: ApprovalParts, approval: StoredApproval): Promise<StoredApproval> {
  if (!isEscalationDue(approval)) return approval;
  const outcome = await transition(parts, approval.id, { type: "escalate" });
  return outcome.approval ?? approval;
}
