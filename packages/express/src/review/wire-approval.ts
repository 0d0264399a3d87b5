import {
  type Approval,
  type ApprovalAction,
  type InDoubt,
  type Requester,
  type Retracted,
  type Vote,
  wireMaterial,
} from "@holdpoint/tier2-core";
import { cannotDecide, cannotSettle } from "./problems.js";
import { wireRequirement } from "./wire-requirement.js";
import { wireTime } from "./wire-time.js";

/** A request for approval as a screen shows it, from top to bottom: what it does, who asks, why, how it stands. */
export const wireApproval = (approval: Approval): object => ({
  id: approval.id,
  status: approval.status,
  summary: approval.summary,
  material: wireMaterial(approval.material),
  server: approval.server,
  tool: approval.tool,
  params: approval.params,
  preview: approval.preview,
  ...(approval.resolved !== undefined && { resolved: approval.resolved }),
  requester: wireRequester(approval.requester),
  ...wireTime("requested_at", approval.requestedAtMs),
  requirement: wireRequirement(approval.requirement),
  state_version: approval.stateVersion ?? null,
  definition: approval.definition,
  action_digest: approval.actionDigest,
  ...standing(approval),
  ...(approval.previous !== undefined && { previous: wirePrevious(approval.previous) }),
  ...(approval.may !== undefined && { may: approval.may.map((action) => actions[action]) }),
  ...(approval.cannotDecide !== undefined && {
    cannot_decide: { code: approval.cannotDecide, error: cannotDecide[approval.cannotDecide] },
  }),
});

/** Which buttons there are. */
const actions = {
  allow: "allow",
  deny: "deny",
  retract: "retract",
  withdraw: "withdraw",
  revoke: "revoke",
  breakGlass: "break_glass",
  closeReview: "close_review",
} as const satisfies Record<ApprovalAction, string>;

/** What changes while it is open, and afterwards. */
const standing = (approval: Approval) => ({
  quorum: approval.progress,
  allows: approval.allows.map(wireVote),
  ...(approval.retracted !== undefined && { retracted: approval.retracted.map(wireRetracted) }),
  ...(approval.deny !== undefined && { deny: wireVote(approval.deny) }),
  ...(approval.revoked !== undefined && { revoked: approval.revoked }),
  ...(approval.cancelled !== undefined && { cancelled: approval.cancelled }),
  ...(approval.breakGlass !== undefined && { break_glass: wireBreakGlass(approval.breakGlass) }),
  ...wireTime("decide_by", approval.decideByMs),
  overdue: approval.overdue,
  ...wireTime("valid_until", approval.validUntilMs),
  uses_left: approval.usesLeft,
  spent: approval.spent.map(({ operationId, atMs }) => ({ operation_id: operationId, ...wireTime("at", atMs) })),
});

const wireVote = ({ approver, groups, reason, actionDigest, atMs, uses, minutes }: Vote) => ({
  approver,
  groups,
  reason,
  action_digest: actionDigest,
  ...wireTime("at", atMs),
  ...(uses !== undefined && { uses }),
  ...(minutes !== undefined && { minutes }),
});

/** Whose word it was, when and why, and the same of its being taken back. */
const wireRetracted = ({ vote, reason, atMs }: Retracted) => ({
  allow: wireVote(vote),
  reason,
  ...wireTime("at", atMs),
});

const wireBreakGlass = ({ by, evidence, reviewed }: NonNullable<Approval["breakGlass"]>) => ({
  by,
  evidence,
  review: reviewed === undefined ? "open" : "closed",
  ...(reviewed !== undefined && {
    reviewed: { by: reviewed.by, reason: reviewed.reason, ...wireTime("at", reviewed.atMs) },
  }),
});

const wirePrevious = ({ id, status, by, reason, atMs }: NonNullable<Approval["previous"]>) => ({
  id,
  status,
  ...(by !== undefined && { by }),
  ...(reason !== undefined && { reason }),
  ...(atMs !== undefined && wireTime("at", atMs)),
});

/** `token_id` is the id of the caller's token, never the token. */
const wireRequester = ({ tokenId, subject, process, delegation }: Requester) => ({
  token_id: tokenId,
  ...(subject !== undefined && { subject }),
  ...(process !== undefined && { process }),
  ...(delegation !== undefined && { delegation }),
});

export const wireInDoubt = ({
  operationId,
  tool,
  requester,
  summary,
  claimedAtMs,
  cannotSettle: why,
}: InDoubt): object => ({
  operation_id: operationId,
  tool,
  ...(summary !== undefined && { summary }),
  requester: wireRequester(requester),
  ...wireTime("claimed_at", claimedAtMs),
  ...(why !== undefined && { cannot_settle: { code: why, error: cannotSettle[why] } }),
});
