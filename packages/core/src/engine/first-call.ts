import { peopleOfLevel } from "../policy/quorum.js";
import type { Level } from "../tier.js";
import type { HookContext } from "../tool/definition.js";
import { levelOf, tierOf } from "../tool/judge-tool.js";
import { isRefused } from "../tool/outcome.js";
import { confirmationRequired, type Refusal } from "../wire/envelope.js";
import { type Reply, replyOf } from "../wire/reply.js";
import { askPermission } from "./ask-permission.js";
import { askingAbout, nothingToType } from "./ask-user.js";
import type { Call } from "./call.js";
import { callSignal } from "./call-signal.js";
import type { Helpers } from "./claim.js";
import { demandOf, isCovered } from "./demand.js";
import { findDuplicate } from "./duplicates.js";
import { issue } from "./issue.js";
import { reachableLevel } from "./level.js";
import { checkedPreview } from "./preview.js";
import { refused } from "./refused.js";
import { runAtOnce } from "./run-at-once.js";

/** A call without a token: runs a Tier-1 tool, previews any other. */
export async function firstCall(call: Call, helpers: Helpers): Promise<Reply> {
  const { parts, definition, about, params, context } = call;
  const caller = { requester: about.requester, canBeAsked: context.elicit !== undefined };
  const reachable = reachableLevel(levelOf(definition, params.copy()), caller);
  if ("refusal" in reachable) return refused(parts, about, reachable.refusal);
  const { level } = reachable;
  const isAskedFor = isCovered(parts, definition, context.hints);
  if (peopleOfLevel[level] > 0 && !isAskedFor)
    return refused(parts, about, { reason: "level_unavailable", detail: "no_policy" });
  const { signal, release } = callSignal(parts);
  try {
    const hookContext = { ...about, server: parts.server, source: context.source, signal };
    // Whether somebody has to allow it can be told from a preview only, and what to ask them too.
    const tier = isAskedFor || level !== "L1" ? 2 : tierOf(definition, params.copy(), context.hints);
    if (tier === 2) return await propose(call, helpers, level, hookContext);
    const ran = await runAtOnce(call, hookContext);
    return ran.body.status === "rejected" ? refused(parts, about, ran.body) : ran;
  } finally {
    release();
  }
}

/** Tier 2. Computes the preview, asks whoever must allow it, and makes the token once nobody must any more. */
async function propose(call: Call, helpers: Helpers, level: Level, hookContext: HookContext): Promise<Reply> {
  const { parts, definition, about, params, context } = call;
  const previewed = await previewOf(call, hookContext);
  if ("refusal" in previewed) return refused(parts, about, previewed.refusal);
  const { summary, seen, proposal } = previewed;
  const { requester, tool } = about;
  const asking = level === "L2" ? askingAbout(definition, proposal) : undefined;
  if (level === "L2" && asking === undefined) return refused(parts, about, nothingToType);
  const demand = demandOf(parts, {
    ...{ definition, level, hints: context.hints, params, requester },
    material: proposal.material,
  });
  const permission = await askPermission(call, helpers, proposal, demand);
  if (permission.kind === "refused") return refused(parts, about, permission.refusal);
  if (permission.kind === "pending") return replyOf(permission.answer);
  const like = { tokenId: requester.tokenId, tool, params: params.shown };
  const duplicate = definition.duplicates === "allow" ? undefined : await findDuplicate(parts, like);
  const { bound } = permission;
  const { token, operationId } = await issue(
    parts,
    { ...proposal, ...(bound && { approval: bound }) },
    params.canonical,
  );
  const { ttlMs } = parts.times;
  const userTypes = asking?.expected.name;
  const body = confirmationRequired({ ...seen, tool, summary, token, ttlMs, duplicate, userTypes });
  const approval = permission.metaOf?.(operationId);
  return replyOf({ body, ...(approval && { approval }) }, { operationId });
}

/** What this call would do, as it is shown and stored. */
export async function previewOf({ parts, definition, about, params }: Call, hookContext: HookContext) {
  const given = await definition.preview(params.copy(), { ...hookContext, recheck: false });
  if (typeof given === "object" && given !== null && isRefused(given)) {
    const refusal: Refusal = { reason: "not_possible", error: params.redact.text(given.refused) };
    return { refusal };
  }
  const { summary, preview, rest } = checkedPreview(about.tool, given, params.redact);
  const { shown, resolved } = params;
  const seen = { preview, ...(resolved && { resolved }), ...rest };
  const { requester, tool } = about;
  return { summary, seen, proposal: { requester, server: parts.server, tool, params: shown, summary, ...seen } };
}
