import { mayDecide, progressOf } from "../policy/quorum.js";
import type { StoredApproval, Vote } from "./approval.js";
import type { Approval, Approver, CannotDecide } from "./approvals.js";
import { closesAtWallMs, isPast, stageOf, statusOf, usesLeftOf, validUntilWallMs, votesOf } from "./view.js";
import { isSelf } from "./who.js";

/** What a screen shows of it: how it stands is read by the store's clock, instants are stored facts. */
export function shown(approval: StoredApproval): Approval {
  const { state, request } = approval;
  const status = statusOf(approval);
  const grant = state.status === "approved" || state.status === "revoked" ? state : undefined;
  const allows = allowsOf(approval);
  return {
    ...request,
    id: approval.id,
    status,
    decideByMs: status === "pending" ? closesAtWallMs(approval) : null,
    validUntilMs: validUntilWallMs(approval),
    usesLeft: grant === undefined ? null : usesLeftOf(grant),
    allows,
    ...("retracted" in state && { retracted: state.retracted }),
    progress: progressOf(request.requirement, allows, stageOf(approval)),
    ...(state.status === "denied" && { deny: state.deny }),
    spent: grant?.spent ?? [],
    ...(grant?.breakGlass && { breakGlass: grant.breakGlass }),
    ...(state.status === "revoked" && { revoked: { by: state.by, reason: state.reason } }),
    ...(state.status === "cancelled" && { cancelled: { why: state.why, by: state.by, reason: state.reason } }),
    overdue: status === "pending" && (stageOf(approval) === 1 || (state.status === "pending" && isPast(approval))),
  };
}

function allowsOf(approval: StoredApproval): readonly Vote[] {
  if (statusOf(approval) === "pending") return votesOf(approval);
  return "allows" in approval.state ? approval.state.allows : [];
}

/** Undefined: this person may decide now. */
export function cannotDecide(approval: StoredApproval, { id, groups = [] }: Approver): CannotDecide | undefined {
  const { state, request } = approval;
  const isPending = statusOf(approval) === "pending";
  const hasSpoken = [...allowsOf(approval), ...(state.status === "denied" ? [state.deny] : [])].some(
    ({ approver }) => approver === id,
  );
  if (hasSpoken) return "already_decided";
  if (!isPending) return "closed";
  if (isSelf(request.requester, id)) return "self_approval";
  return mayDecide(request.requirement, { id, groups }, stageOf(approval)) ? undefined : "not_entitled";
}
