import type { Previous } from "../approval/approval.js";
import type { PolicyRef } from "../policy/policy.js";
import type { Progress } from "../policy/quorum.js";

/** Somebody must allow the call first. Nothing was executed, nothing failed, and there is no token yet. */
export interface ApprovalPending {
  status: "approval_pending";
  tool: string;
  summary: string;
  approval: {
    id: string;
    status: "pending";
    /** RFC 3339. Nothing is ever approved by its passing. */
    decide_by: string;
    approvers: readonly string[];
    /** How many people must allow it, and how many have: never who. */
    quorum: { needed: number; given: number; panels?: readonly { policy: PolicyRef; needed: number; given: number }[] };
    review_url?: string;
    /** How the last request for the same ended. */
    previous?: { id: string; status: Previous["status"]; by?: string; reason?: string; at?: string };
  };
  retry_after_ms: number;
  instructions: string;
}

/** What is told of an approval beside an answer, as `_meta["holdpoint/approval"]`. */
export interface ApprovalMeta {
  id: string;
  status: "pending" | "approved";
  /** The most specific policy that asked for it. */
  policy: PolicyRef;
  /** RFC 3339; absent where no time ends the grant. */
  valid_until?: string;
  /** Beside this answer's own operation; absent where the grant has no count. */
  uses_left?: number;
  /** What it let through, or will. */
  operation_id?: string;
}

const instant = (atMs: number): string => new Date(atMs).toISOString();

/** Where several groups have to allow it, each its own number, one number would say too little. */
function counted({ needed, given, panels }: Progress): ApprovalPending["approval"]["quorum"] {
  const each = panels.map(({ policy, needed, given }) => ({ policy, needed, given }));
  return { needed, given, ...(each.length > 1 && { panels: each }) };
}

function soFar({ needed, given, panels }: Progress): string {
  if (panels.length > 1) return ` So far ${given} have, and each of ${panels.length} groups must.`;
  return needed > 1 ? ` So far ${given} of ${needed} people have.` : "";
}

const waiting = (tool: string, id: string, progress: Progress, retryAfterMs: number): string =>
  `Somebody has to allow this first.${soFar(progress)} It waits as request ${id}: it is neither done nor failed. Tell the user so, and do not try to reach the same in another way. To ask whether it was decided, call "${tool}" again with the SAME arguments, not sooner than in ${Math.ceil(retryAfterMs / 1000)} seconds.`;

/** A person's no is said in words too: an agent that goes by them alone would put the same before people again and again. */
function refusedBefore({ status, reason }: Previous): string {
  if (status !== "denied" && status !== "revoked") return "";
  const why = reason === undefined ? "" : `, and this was the reason: ${JSON.stringify(reason)}`;
  return `The same was ${status} before${why}. Tell the user that, and unless something has changed since, do not ask again. `;
}

export function approvalPending(a: {
  tool: string;
  summary: string;
  id: string;
  /** Wall clock, epoch milliseconds. */
  decideByMs: number;
  approvers: readonly string[];
  progress: Progress;
  reviewUrl?: string | undefined;
  previous?: Previous | undefined;
  retryAfterMs: number;
}): ApprovalPending {
  const { tool, summary, id, previous, progress, retryAfterMs } = a;
  return {
    status: "approval_pending",
    tool,
    summary,
    approval: {
      id,
      status: "pending",
      decide_by: instant(a.decideByMs),
      approvers: a.approvers,
      quorum: counted(progress),
      ...(a.reviewUrl !== undefined && { review_url: a.reviewUrl }),
      ...(previous !== undefined && { previous: wirePrevious(previous) }),
    },
    retry_after_ms: retryAfterMs,
    instructions: (previous === undefined ? "" : refusedBefore(previous)) + waiting(tool, id, progress, retryAfterMs),
  };
}

const wirePrevious = ({
  id,
  status,
  by,
  reason,
  atMs,
}: Previous): NonNullable<ApprovalPending["approval"]["previous"]> => ({
  id,
  status,
  ...(by !== undefined && { by }),
  ...(reason !== undefined && { reason }),
  ...(atMs !== undefined && { at: instant(atMs) }),
});

export function approvalMeta(a: {
  id: string;
  status: ApprovalMeta["status"];
  policy: PolicyRef;
  /** Wall clock, epoch milliseconds; null: no end in time. */
  validUntilMs?: number | null;
  usesLeft?: number | null;
  operationId?: string | undefined;
}): ApprovalMeta {
  const { id, status, policy, validUntilMs = null, usesLeft = null, operationId } = a;
  return {
    id,
    status,
    policy: { id: policy.id, version: policy.version },
    ...(validUntilMs !== null && { valid_until: instant(validUntilMs) }),
    ...(usesLeft !== null && { uses_left: usesLeft }),
    ...(operationId !== undefined && { operation_id: operationId }),
  };
}
