/**
 * What a call would meet, asked without making it: nothing is written, claimed, counted or told, and no token is used. For
 * an agent loop that has to know before it makes a call whether a person is to look at it first.
 */
import { tagOf } from "../confirmation/confirmation.js";
import type { Json } from "../params/plain-json.js";
import type { Checkpoint, PolicyRef } from "../policy/policy.js";
import type { Requester } from "../requester.js";
import type { Tier } from "../tier.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { levelOf, tierOf } from "../tool/judge-tool.js";
import type { Material } from "../tool/material.js";
import { type Refusal, rejected } from "../wire/envelope.js";
import { type Reply, replyOf } from "../wire/reply.js";
import { findStanding } from "./approvals/find-standing.js";
import { requestOf } from "./approvals/open-or-join.js";
import { questionOf } from "./ask-permission.js";
import { type Call, type CallContext, hidingSecrets } from "./call.js";
import { callSignal } from "./call-signal.js";
import { demandOf, isCovered } from "./demand.js";
import { previewOf } from "./first-call.js";
import { reachableLevel } from "./level.js";
import type { Parts } from "./parts.js";
import { readProposal } from "./proposal.js";
import { readCall } from "./read-call.js";
import { addressOf, bindingOf, isTokenShaped } from "./token.js";
import { repeated } from "./transition.js";

/** What people would see of it, and what the policies loaded now say. */
export interface Foreseen {
  readonly kind: "preview" | "execution";
  readonly tier: Tier;
  /** Without the secret ones. */
  readonly params: Json;
  /** Known once there is a token. */
  readonly operationId?: string;
  readonly summary?: string;
  readonly preview?: Json;
  readonly material?: Material;
  /** What an approver would be shown and decide about; absent where none is asked. */
  readonly actionDigest?: string;
  /** When the policies want a person to look at it in the agent loop. */
  readonly checkpoint?: Checkpoint;
  readonly policies: readonly PolicyRef[];
  /** The request or grant that the call would meet. */
  readonly approval?: { readonly id: string; readonly status: "pending" | "approved" | "denied" };
}

export type Foresight =
  /** As the call itself would be answered now. */
  | { readonly kind: "refused"; readonly reply: Reply }
  /** Its token is none that could still start something: the call gets the recorded answer, or hears why not. */
  | { readonly kind: "settled"; readonly operationId: string; readonly params: Json }
  | Foreseen;

/** @throws Tier2Error `store_unavailable`, and what the tool's preview throws. */
export async function foresee(
  parts: Parts,
  definition: AnyDefinition,
  args: unknown,
  context: CallContext,
): Promise<Foresight> {
  const read = await readCall(parts, definition, args, context);
  if ("refusal" in read) return refusedAs(definition.name, read.refusal);
  const { call, token } = read;
  return hidingSecrets(call.params, () => (token === undefined ? ofFirstCall(call) : ofConfirm(call, token)));
}

const refusedAs = (tool: string, refusal: Refusal): Foresight => ({
  kind: "refused",
  reply: replyOf({ body: rejected(tool, refusal) }),
});

/** Whether the client's user can be asked shows in the call itself, which asks them. */
const callerOf = (requester: Requester) => ({ requester, canBeAsked: true });

async function ofFirstCall(call: Call): Promise<Foresight> {
  const { parts, definition, about, params, context } = call;
  const { requester, tool } = about;
  const { hints } = context;
  const reachable = reachableLevel(levelOf(definition, params.copy()), callerOf(requester));
  if ("refusal" in reachable) return refusedAs(tool, reachable.refusal);
  const { level } = reachable;
  if (!isCovered(parts, definition, hints)) {
    const tier = level === "L1" ? tierOf(definition, params.copy(), hints) : 2;
    if (tier === 1) return { kind: "execution", tier, params: params.shown, policies: [] };
  }
  const { signal, release } = callSignal(parts);
  try {
    const previewed = await previewOf(call, { ...about, server: parts.server, source: context.source, signal });
    if ("refusal" in previewed) return refusedAs(tool, previewed.refusal);
    const { proposal } = previewed;
    const demand = demandOf(parts, { definition, level, hints, params, requester, material: proposal.material });
    const { summary, preview, material } = proposal;
    const seen = { params: params.shown, summary, preview, ...(material && { material }) };
    if (demand.kind !== "required") return { kind: "preview", tier: 2, ...seen, policies: [] };
    const { asked, opening } = questionOf(call, proposal, demand);
    const request = requestOf(parts, asked);
    const approval = await findStanding(parts, request, opening);
    const { checkpoint, matched: policies } = demand.requirement;
    const beside = { ...(checkpoint && { checkpoint }), ...(approval && { approval }) };
    return { kind: "preview", tier: 2, ...seen, actionDigest: request.actionDigest, policies, ...beside };
  } finally {
    release();
  }
}

async function ofConfirm(call: Call, token: string): Promise<Foresight> {
  const { parts, definition, about, params, context } = call;
  const { requester, tool } = about;
  const { platform, server, store, retryPausesMs } = parts;
  const { id, operationId } = addressOf(platform, token);
  const settled: Foresight = { kind: "settled", operationId, params: params.shown };
  if (!isTokenShaped(token)) return settled;
  const record = await repeated(platform, retryPausesMs, () => store.get(id));
  const binding = bindingOf(platform, {
    ...{ token, tokenId: requester.tokenId, server, tool },
    canonicalParams: params.canonical,
  });
  const isOpen = record?.tag === tagOf({ status: "pending", binding });
  const proposal = record && readProposal(record);
  if (!isOpen || !proposal) return settled;
  const reachable = reachableLevel(levelOf(definition, params.copy()), callerOf(requester));
  if ("refusal" in reachable) return refusedAs(tool, reachable.refusal);
  const { summary, preview, material, approval: bound } = proposal;
  const demand = demandOf(parts, {
    ...{ definition, level: reachable.level, hints: context.hints, params, requester, material },
  });
  const requirement = demand.kind === "required" ? demand.requirement : undefined;
  return {
    kind: "execution",
    tier: 2,
    params: params.shown,
    operationId,
    ...(summary !== undefined && { summary }),
    preview,
    ...(material && { material }),
    ...(bound && { actionDigest: bound.actionDigest, approval: { id: bound.id, status: "approved" } }),
    ...(requirement?.checkpoint && { checkpoint: requirement.checkpoint }),
    policies: requirement?.matched ?? [],
  };
}
