import type { ApprovalRequest } from "../../approval/approval.js";
import { coveredOf, isCovered } from "../../approval/coverage.js";
import { placesOf } from "../../approval/desk.js";
import { isPast, statusOf } from "../../approval/view.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { findApproval } from "./find-approval.js";
import { deskIdOf, type Opening, type Standing, slotOf } from "./open-or-join.js";

/** What a first call would meet in its slot, if it came now. Only reads. Undefined: it would open a request. */
export async function findStanding(
  parts: ApprovalParts,
  request: ApprovalRequest,
  { accepts }: Opening,
): Promise<{ readonly id: string; readonly status: Standing["status"] } | undefined> {
  const { platform, approvalStore, retryPausesMs } = parts;
  const desk = await repeated(platform, retryPausesMs, () => approvalStore.get(deskIdOf(parts, request)));
  const slot = slotOf(parts, request);
  const place = placesOf(desk).find((one) => one.slot === slot);
  const approval = place && (await findApproval(parts, place.id));
  if (approval === undefined) return undefined;
  const status = statusOf(approval);
  const { id } = approval;
  switch (status) {
    case "pending":
      return { id, status };
    case "approved":
      return isCovered(approval, coveredOf(request)) && accepts(approval) ? { id, status } : undefined;
    case "denied":
      return isPast(approval) ? undefined : { id, status };
    default:
      return undefined;
  }
}
