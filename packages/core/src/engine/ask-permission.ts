import type { StoredApproval } from "../approval/approval.js";
import { decideByWallMs, stageOf, statusOf, votesOf } from "../approval/view.js";
import { accepts } from "../policy/accepts.js";
import { progressOf } from "../policy/quorum.js";
import type { Demand } from "../policy/requirement-for.js";
import type { Material } from "../tool/material.js";
import { type ApprovalMeta, approvalMeta, approvalPending } from "../wire/approval-pending.js";
import type { Refusal } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { findApproval } from "./approvals/find-approval.js";
import { type Asked, type Opening, openOrJoin } from "./approvals/open-or-join.js";
import { type Bound, boundTo, metaOf } from "./bound.js";
import type { Call } from "./call.js";
import type { Helpers } from "./claim.js";
import { definitionDigest } from "./definition-digest.js";
import { givenDecision } from "./given-decision.js";
import type { Parts } from "./parts.js";
import type { Proposal } from "./proposal.js";
import { secretsDigest } from "./secrets-digest.js";
import { deniedBy, endedUndecided } from "./unusable.js";

/** How soon a caller may ask again at the earliest and at the latest. */
const soonestMs = 1000;
const latestMs = 10_000;

/** May a token be made for what was previewed? */
export type Permission =
  /** `bound`: under this approval and no other; absent where nobody has to be asked. */
  | { readonly kind: "granted"; readonly bound?: Bound; metaOf?(operationId: string): ApprovalMeta }
  | { readonly kind: "pending"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly refusal: Refusal };

type Seen = Proposal & { readonly summary: string };

const refusedBy = (refusal: Refusal): Permission => ({ kind: "refused", refusal });

/** Joins what waits for a decision about the same, or opens it, and waits for it as long as the engine was told to. */
export async function askPermission(call: Call, helpers: Helpers, seen: Seen, demand: Demand): Promise<Permission> {
  if (demand.kind !== "required") return withoutAsking(demand);
  // Whoever asks for nobody could be the one who decides.
  if (!seen.requester.subject) return refusedBy({ reason: "level_unavailable", detail: "subject_missing" });
  const { parts, context } = call;
  const { platform } = parts;
  const { asked, opening } = questionOf(call, seen, demand);
  const startedMs = platform.monotonicMs();
  for (;;) {
    const standing = await openOrJoin(parts, asked, opening);
    if (standing.kind === "too_many_requests") {
      const { kind: detail, retryAfterMs } = standing;
      return refusedBy({ reason: "not_possible", detail, retryAfterMs });
    }
    const { approval, status } = standing;
    if (standing.opened) tellUnnamed(call, approval);
    if (status === "denied") return refusedBy(deniedBy(approval));
    if (status === "approved") {
      const bound = boundTo(platform, approval, asked);
      return { kind: "granted", bound, metaOf: (operationId) => metaOf(approval, operationId) };
    }
    const leftMs = parts.waitForDecisionMs - (platform.monotonicMs() - startedMs);
    if (leftMs <= 0) return pending(parts, approval);
    await helpers.deciding.until(approval.id, leftMs, context.signal);
    const now = (await findApproval(parts, approval.id)) ?? approval;
    const refusal = endedUndecided(now);
    if (refusal !== undefined) return refusedBy(refusal);
    if (statusOf(now) === "pending") return pending(parts, now);
  }
}

/** What people would be asked, and which of their decisions would do. */
export function questionOf(
  { parts, definition, params }: Pick<Call, "parts" | "definition" | "params">,
  seen: Seen,
  demand: Extract<Demand, { kind: "required" }>,
): { readonly asked: Asked; readonly opening: Opening } {
  const asked = askedOf(seen, {
    definition: definitionDigest(parts, definition),
    secretsDigest: secretsDigest(parts, definition, params),
    requirement: demand.requirement,
  });
  const accepted = (grant: StoredApproval): boolean => {
    const given = givenDecision(grant);
    return given !== undefined && accepts(demand, given);
  };
  return { asked, opening: { accepts: accepted } };
}

/** Has nobody decided yet? */
export const isUndecided =
  (parts: Parts) =>
  async (id: string): Promise<boolean> => {
    const approval = await findApproval(parts, id);
    return approval !== undefined && statusOf(approval) === "pending";
  };

function withoutAsking(demand: Exclude<Demand, { kind: "required" }>): Permission {
  switch (demand.kind) {
    case "free":
      return { kind: "granted" };
    case "uncovered":
      return refusedBy({ reason: "level_unavailable", detail: "no_policy" });
    case "missing": {
      const facts = demand.facts.join(", ");
      const error = `Whoever decides about this needs facts that the preview of this tool did not give: ${facts}. This call executed nothing.`;
      return refusedBy({ reason: "not_possible", detail: "facts_missing", error });
    }
  }
}

function askedOf(
  { resolved, stateVersion, material, ...seen }: Seen & { material?: Material | undefined },
  beside: Pick<Asked, "definition" | "secretsDigest" | "requirement">,
): Asked {
  const { requester, server, tool, summary, preview, params } = seen;
  return {
    ...{ requester, server, tool, summary, preview, params },
    ...(resolved !== undefined && { resolved }),
    ...(stateVersion !== undefined && { stateVersion }),
    material: material ?? {},
    ...beside,
  };
}

/** A function of the target that named nobody: until its deadline nobody but those it escalates to can help. */
function tellUnnamed({ parts, about }: Call, { request }: StoredApproval): void {
  for (const { policy, approvers } of request.requirement.panels) {
    if (approvers.length > 0) continue;
    const error = new Error(`Policy "${policy.id}": its function of approvers named nobody who could decide.`);
    parts.tell(about, { type: "hook_failed", hook: "approvers", error });
  }
}

function pending(parts: Parts, approval: StoredApproval): Permission {
  const { id, request, deadlineMs, nowMs } = approval;
  const { tool, summary, requirement, previous } = request;
  const leftMs = deadlineMs - nowMs;
  const stage = stageOf(approval);
  const asked = requirement.panels.flatMap(({ approvers, escalateTo }) =>
    stage === 1 ? [...approvers, ...escalateTo] : approvers,
  );
  const body = approvalPending({
    ...{ tool, summary, id, previous },
    decideByMs: decideByWallMs(approval, stage),
    progress: progressOf(requirement, votesOf(approval), stage),
    approvers: [...new Set(asked)],
    reviewUrl: reviewUrlOf(parts, id),
    retryAfterMs: Math.max(soonestMs, Math.min(latestMs, leftMs)),
  });
  const [policy = { id: "", version: 0 }] = requirement.matched;
  return { kind: "pending", answer: { body, approval: approvalMeta({ id, status: "pending", policy }) } };
}

function reviewUrlOf({ reviewUrl }: Parts, id: string): string | undefined {
  try {
    const url: unknown = reviewUrl?.(id);
    return typeof url === "string" && url !== "" ? url : undefined;
  } catch {
    return undefined;
  }
}
