import type { StoredApproval } from "./approval.js";
import type { Approval, ApprovalAction, Approver, CannotDecide } from "./approvals.js";
import { possibleFor } from "./possible.js";
import { cannotDecide, shown } from "./shown.js";
import { personRefusal } from "./who.js";

export interface Viewer {
  readonly approver: Approver;
  /** What the application says of this person and this request. */
  readonly isAllowed: boolean;
}

/** What a screen shows of it to this person: also what they can do, and why they cannot decide. */
export function shownTo(approval: StoredApproval, { approver, isAllowed }: Viewer): Approval {
  const why = isReviewOpen(approval) ? cannotReview(approval, approver) : cannotDecide(approval, approver);
  const reason = why ?? (isAllowed ? undefined : "not_permitted");
  return {
    ...shown(approval),
    ...(reason !== undefined && { cannotDecide: reason }),
    may: possible(approval, approver).filter((action) => isAllowed || !needsLeave(action)),
  };
}

/** Could the application still say no to something? */
export const isForTheApplication = (approval: StoredApproval, approver: Approver): boolean =>
  possible(approval, approver).some(needsLeave);

/** Taking back one's own request, or one's own allow, needs nobody's. */
export const needsLeave = (action: ApprovalAction): boolean => action !== "withdraw" && action !== "retract";

const possible = (approval: StoredApproval, { id, groups = [] }: Approver) => possibleFor(approval, { id, groups });

/** Let through on one person's word, and not looked at by anybody else since. */
export const isReviewOpen = ({ state }: StoredApproval): boolean =>
  "breakGlass" in state && state.breakGlass !== undefined && state.breakGlass.reviewed === undefined;

function cannotReview(approval: StoredApproval, { id, groups = [] }: Approver): CannotDecide | undefined {
  const command = { type: "closeReview", by: { id, groups }, reason: "", atMs: 0 } as const;
  return personRefusal(approval, command) as CannotDecide | undefined;
}
