import type { StoredApproval } from "../approval/approval.js";
import { grantAgeMs, stageOf } from "../approval/view.js";
import type { GivenDecision } from "../policy/accepts.js";

/**
 * A grant as policies judge it when an operation is about to start under it; undefined if nothing is granted. What it let
 * through counts as spent, but for this operation and what came after that.
 */
export function givenDecision(approval: StoredApproval, operationId?: string): GivenDecision | undefined {
  const { state, request } = approval;
  if (state.status !== "approved") return undefined;
  const { allows, uses, minutes, spent, breakGlass } = state;
  const mine = spent.findIndex((use) => use.operationId === operationId);
  return {
    allows,
    stage: stageOf(approval),
    bind: request.requirement.bind,
    uses,
    minutes,
    spentCount: mine < 0 ? spent.length : mine,
    // One without end in time is older than any time that a policy sets by now.
    ageMs: minutes === null ? Number.POSITIVE_INFINITY : grantAgeMs(approval, state),
    breakGlass: breakGlass && { by: breakGlass.by },
  };
}
