import type { ApprovalRequest, StoredApproval } from "../../approval/approval.js";
import { isYoung, type Place, placesOf } from "../../approval/desk.js";
import { previousOf } from "../../approval/previous.js";
import { approvalRecordIdOf } from "../../approval/read.js";
import { decideByWallMs, statusOf } from "../../approval/view.js";
import { requestWrite } from "../../approval/write.js";
import type { StoredRecord } from "../../store.js";
import { putOnRecord } from "../on-record.js";
import { proposedOf } from "../proposed.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { findApproval } from "./find-approval.js";
import { approvalIn } from "./transition.js";

export interface Found {
  readonly approval: StoredApproval;
  readonly opened: boolean;
}

interface At {
  readonly desk: StoredRecord;
  readonly request: ApprovalRequest;
  /** The place that this call has put there. */
  readonly mine: string | undefined;
}

/** The approval that a place names; made now if it is not there yet. Undefined if it has ended. */
export async function approvalAt(parts: ApprovalParts, place: Place, at: At): Promise<Found | undefined> {
  const approval = at.mine === place.id ? undefined : await findApproval(parts, place.id);
  if (approval !== undefined) return { approval, opened: false };
  return isYoung(place, at.desk.nowMs) ? makeApproval(parts, place, at) : undefined;
}

async function makeApproval(parts: ApprovalParts, place: Place, { desk, request }: At): Promise<Found | undefined> {
  const { platform, approvalStore, retryPausesMs, times } = parts;
  const before = place.previous === undefined ? undefined : await findApproval(parts, place.previous);
  const whole = { ...request, ...(before && { previous: previousOf(before) }) };
  const write = requestWrite(platform.sha256, whole, times.tombstoneMs);
  let attempts = 0;
  const insert = await repeated(platform, retryPausesMs, () => {
    attempts += 1;
    return approvalStore.insert(approvalRecordIdOf(place.id) as string, write);
  });
  const approval = approvalIn(parts, insert.record);
  if (approval === null) return undefined;
  // Rather told twice than never, where the reply to an earlier attempt was lost.
  const opened = insert.ok || attempts > 1;
  if (opened) await tellRequested(parts, approval, desk);
  return { approval, opened };
}

async function tellRequested(parts: ApprovalParts, approval: StoredApproval, desk: StoredRecord): Promise<void> {
  const { id, request } = approval;
  const { tool, requester, previous, requirement, actionDigest } = request;
  const decideByMs = requirement.onDeadline === "hold" ? null : decideByWallMs(approval, 0);
  const open = await countOpen(parts, desk);
  const asked = { ...proposedOf(request), actionDigest, policies: requirement.matched };
  await putOnRecord(
    parts,
    { tool, requester },
    { type: "approval_requested", approvalId: id, decideByMs, open, ...(previous && { previous }), ...asked },
  );
}

/** For whoever groups notifications. Looked up, since a desk does not hear of decisions; that it fails stops nothing. */
async function countOpen(parts: ApprovalParts, desk: StoredRecord): Promise<number> {
  const places = placesOf(desk).filter(({ open }) => open);
  const known = places.map((place) => isOpen(parts, place, desk).catch(() => true));
  return (await Promise.all(known)).filter((isStillOpen) => isStillOpen).length;
}

/**
 * The places of a desk, if one more request may be opened there. What has been decided is looked up only where it might make
 * room.
 */
export async function stillOpen(
  parts: ApprovalParts,
  places: readonly Place[],
  at: { readonly slot: string; readonly desk: StoredRecord | null; readonly maxOpen: number },
): Promise<readonly Place[] | undefined> {
  const isFull = (among: readonly Place[]) =>
    among.filter(({ open, slot }) => open && slot !== at.slot).length >= at.maxOpen;
  if (!isFull(places)) return places;
  const known = await Promise.all(
    places.map(async (place) => ({ ...place, open: place.open && (await isOpen(parts, place, at.desk)) })),
  );
  return isFull(known) ? undefined : known;
}

async function isOpen(parts: ApprovalParts, place: Place, desk: StoredRecord | null): Promise<boolean> {
  const approval = await findApproval(parts, place.id);
  return approval === undefined ? desk !== null && isYoung(place, desk.nowMs) : statusOf(approval) === "pending";
}
