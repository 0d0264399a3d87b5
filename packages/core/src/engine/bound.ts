import { type Action, actionDigest } from "../approval/action-digest.js";
import type { StoredApproval } from "../approval/approval.js";
import type { Covered } from "../approval/coverage.js";
import { shown } from "../approval/shown.js";
import type { PolicyRef } from "../policy/policy.js";
import type { Platform } from "../ports.js";
import type { Requester } from "../requester.js";
import { type ApprovalMeta, approvalMeta } from "../wire/approval-pending.js";
import type { Proposal } from "./proposal.js";

/** The approval that a token was issued under: only that one lets its operation through. */
export interface Bound {
  readonly id: string;
  /** Of what was previewed; what the approval itself shows is the same, or as much of it as its policies bind. */
  readonly actionDigest: string;
  /** Of the tool as it was previewed. */
  readonly definition: string;
  readonly requested: readonly PolicyRef[];
}

export const boundTo = (platform: Platform, { id, request }: StoredApproval, action: Action): Bound => ({
  id,
  actionDigest: actionDigest(platform, action),
  definition: action.definition,
  requested: request.requirement.matched,
});

/** One operation, as its grant sees it: in the name of whoever starts it, which may be another than who had it previewed. */
export const coveredBy = (
  requester: Requester,
  { server, tool, material }: Proposal,
  { actionDigest, definition }: Bound,
): Covered => ({ requester, server, tool, definition, actionDigest, credential: material?.credential });

/** What is told of the grant beside an answer: as much of what a screen shows as its caller needs. */
export function metaOf(approval: StoredApproval, operationId: string): ApprovalMeta {
  const { id, request } = approval;
  const [policy = { id: "", version: 0 }] = request.requirement.matched;
  const { validUntilMs, usesLeft } = shown(approval);
  return approvalMeta({ id, status: "approved", policy, validUntilMs, usesLeft, operationId });
}
