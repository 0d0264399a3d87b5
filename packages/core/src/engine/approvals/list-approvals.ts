import type { StoredApproval } from "../../approval/approval.js";
import type { Approval, Approver } from "../../approval/approvals.js";
import { approverOf } from "../../approval/given.js";
import { approvalKind } from "../../approval/kinds.js";
import { isForTheApplication, shownTo } from "../../approval/shown-to.js";
import { statusOf } from "../../approval/view.js";
import { isTier2Error } from "../../errors.js";
import type { StoredRecord } from "../../store.js";
import { cursorAt, placeOf } from "../page-cursor.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { mayBeAsked } from "./may-decide.js";
import { approvalIn } from "./transition.js";

interface Query {
  readonly approver: Approver;
  readonly status?: Approval["status"];
  readonly tool?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

const defaultLimit = 50;
const mostRows = 200;
/** How many records one call looks at: a page of rare ones may be short, and goes on from its cursor. */
const mostLookedAt = 2000;

/** Somebody who is no human sees nothing. */
export async function listApprovals(
  parts: ApprovalParts,
  query: Query,
  { list, isAmong }: { readonly list: string; isAmong(approval: StoredApproval): boolean },
): Promise<{ items: Approval[]; cursor?: string }> {
  const approver = approverOf(query?.approver);
  if (approver === undefined) return { items: [] };
  const limit = limitOf(query.limit);
  const { platform, retryPausesMs, approvalStore } = parts;
  const items: Approval[] = [];
  let cursor = placeOf(parts, list, query.cursor);
  for (let looked = 0; looked < mostLookedAt; ) {
    const page = { limit: limit - items.length, ...(cursor !== undefined && { cursor }) };
    const { records, cursor: next } = await repeated(platform, retryPausesMs, () =>
      approvalStore.list(approvalKind, page),
    );
    for (const record of records) {
      const approval = readable(parts, record);
      if (approval === null || !isAsked(approval, query) || !isAmong(approval)) continue;
      items.push(await rowFor(parts, approval, approver));
    }
    cursor = next;
    looked += Math.max(1, records.length);
    if (cursor === undefined || items.length >= limit) break;
  }
  return { items, ...(cursor !== undefined && { cursor: cursorAt(parts, list, cursor) }) };
}

/** One of a newer version cannot be decided here, and must not hide the others. */
function readable(parts: ApprovalParts, record: StoredRecord): StoredApproval | null {
  try {
    return approvalIn(parts, record);
  } catch (error) {
    if (isTier2Error(error, "record_unreadable")) return null;
    throw error;
  }
}

/** One approval as this person sees it. */
export async function rowFor(parts: ApprovalParts, approval: StoredApproval, approver: Approver): Promise<Approval> {
  const isAllowed = !isForTheApplication(approval, approver) || (await mayBeAsked(parts, approver, approval));
  return shownTo(approval, { approver, isAllowed });
}

const isAsked = (approval: StoredApproval, { status, tool }: Query): boolean =>
  (status === undefined || statusOf(approval) === status) && (tool === undefined || approval.request.tool === tool);

const limitOf = (given: unknown): number =>
  Number.isSafeInteger(given) ? Math.min(mostRows, Math.max(1, given as number)) : defaultLimit;
