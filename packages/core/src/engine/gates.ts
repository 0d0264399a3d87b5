/**
 * What stands before a preview and between a claim and its handler, in order. Time has passed since the preview, so
 * everything it rested on is asked again. A gate that throws refuses with its own reason: what cannot be verified is
 * refused.
 */
import type { Hints } from "../classification/classification.js";
import type { Elicited } from "../elicitation/elicit.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { HookContext } from "../tool/definition.js";
import { levelOf } from "../tool/judge-tool.js";
import type { Material } from "../tool/material.js";
import { isRefused, type Preview } from "../tool/outcome.js";
import { stateOf } from "../tool/state-of.js";
import { duplicateError, type Refusal } from "../wire/envelope.js";
import type { Reason } from "../wire/reasons.js";
import { underOf } from "./checks.js";
import type { Claim } from "./claim.js";
import { takeFingerprint } from "./duplicates.js";
import { reachableLevel } from "./level.js";
import type { Parts, Subject } from "./parts.js";
import type { Permit } from "./permit.js";
import type { Proposal } from "./proposal.js";
import { proposedOf } from "./proposed.js";
import type { Params } from "./read-params.js";
import { isAsPreviewed } from "./resolve.js";

/** What can be asked on every call. */
export interface Question {
  readonly parts: Parts;
  readonly about: Subject;
  readonly params: Params;
}

/** What can be asked once there is a claim. */
export interface Run extends Question {
  readonly about: Subject & { readonly operationId: string };
  readonly definition: AnyDefinition;
  readonly proposal: Proposal;
  readonly claim: Claim;
  /** The operation whose repetition the confirm call acknowledged. */
  readonly acknowledged: string | undefined;
  /** That the client's user was asked before the claim, and typed what had to be typed. */
  readonly elicited: Elicited | undefined;
  readonly context: HookContext & { readonly tx?: unknown };
  readonly hints: Hints | undefined;
  readonly permit: Permit;
}

type Gate<Q extends Question> = {
  readonly hook: string;
  readonly refusal: Refusal & { reason: Reason };
} & (
  | {
      /** Only true opens: what an application's hook answers may be anything. */
      opens(question: Q): Promise<boolean>;
    }
  | {
      /** Undefined opens. For the engine's own questions, whose refusals say more than the gate's. */
      refuses(question: Q): Promise<Refusal | undefined>;
    }
);

const authorized: Gate<Question> = { hook: "authorize", refusal: { reason: "access_revoked" }, opens: isAuthorized };
const enabled: Gate<Question> = { hook: "isEnabled", refusal: { reason: "tool_disabled" }, opens: isEnabled };

/** Before anything is computed or shown. */
export const beforePreview = [authorized, enabled];

/** Before a token is looked at: a recorded answer is still given where the tool was switched off meanwhile. */
export const beforeConfirm = [authorized];

/** Between the claim and the handler. */
export const afterClaim: readonly Gate<Run>[] = [
  authorized,
  enabled,
  { hook: "level", refusal: { reason: "level_unavailable" }, refuses: refusedAsUnreachable },
  { hook: "preview", refusal: { reason: "not_executed", detail: "not_previewed" }, opens: isPreviewed },
  {
    hook: "policy",
    // Only where it could not be known.
    refusal: { reason: "not_executed", detail: "approval_unknown" },
    refuses: (run) => run.permit.refusedByPolicy(run),
  },
  { hook: "recheck", refusal: { reason: "state_changed" }, opens: isStateUnchanged },
  { hook: "risk", refusal: { reason: "risk_exceeded" }, opens: isRiskAccepted },
  {
    hook: "duplicate",
    // Only where it could not be known.
    refusal: { reason: "not_executed", detail: "duplicates_unknown" },
    refuses: refusedAsDuplicate,
  },
  { hook: "journal", refusal: { reason: "not_executed", detail: "journal_unavailable" }, opens: isIntentJournaled },
];

/** The refusal of the first gate that stays shut. */
export async function pass<Q extends Question>(gates: readonly Gate<Q>[], question: Q): Promise<Refusal | undefined> {
  for (const gate of gates) {
    const answer = await open(gate, question);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

async function open<Q extends Question>(gate: Gate<Q>, question: Q): Promise<Refusal | undefined> {
  try {
    if ("refuses" in gate) return await gate.refuses(question);
    return (await gate.opens(question)) === true ? undefined : gate.refusal;
  } catch (error) {
    const { parts, about, params } = question;
    parts.tell(about, { type: "hook_failed", hook: gate.hook, error: params.redact.error(error) });
    return gate.refusal;
  }
}

async function isAuthorized({ parts, about, params }: Question): Promise<boolean> {
  const { authorize } = parts.hooks;
  return authorize === undefined || authorize(about.requester, about.tool, params.copy());
}

async function isEnabled({ parts, about }: Question): Promise<boolean> {
  return parts.hooks.isEnabled === undefined || parts.hooks.isEnabled(about.tool);
}

/** A level that depends on more than the params may have risen since the preview; who must have allowed it then, policies say. */
async function refusedAsUnreachable(run: Run): Promise<Refusal | undefined> {
  const { definition, params, about, elicited, permit } = run;
  const reachable = reachableLevel(levelOf(definition, params.copy()), {
    requester: about.requester,
    canBeAsked: true,
  });
  if ("refusal" in reachable) return reachable.refusal;
  if (reachable.level === "L2" && elicited === undefined) return { reason: "policy_changed" };
  permit.level = reachable.level;
  return undefined;
}

/**
 * A token of `issueToken` shows that hand-written code showed something, not what this tool's preview shows. Nor has a tool
 * that resolves another member since then shown what it would do.
 */
async function isPreviewed({ definition, params, proposal }: Run): Promise<boolean> {
  return proposal.byHand !== true && isAsPreviewed(definition, params, proposal.resolved);
}

async function isStateUnchanged({ definition, params, proposal, context }: Run): Promise<boolean> {
  const shown = stateOf(proposal);
  if (shown === undefined) return true;
  const now = (await definition.preview(params.copy(), { ...context, recheck: true })) as Preview;
  return !isRefused(now) && stateOf(asStored(now, params)) === shown;
}

/** A version made of a secret was redacted. */
const asStored = ({ stateVersion, material }: Preview, { redact }: Params) => ({
  stateVersion: stateVersion && redact.text(stateVersion),
  material,
});

async function isRiskAccepted({ parts, about, proposal }: Run): Promise<boolean> {
  const { risk } = parts.hooks;
  const material: Material = proposal.material ?? {};
  return risk === undefined || risk(material, { requester: about.requester, tool: about.tool });
}

async function refusedAsDuplicate(run: Run): Promise<Refusal | undefined> {
  const { parts, definition, about, proposal, claim, acknowledged } = run;
  if (definition.duplicates === "allow") return undefined;
  const like = { tokenId: about.requester.tokenId, tool: about.tool, params: proposal.params };
  const duplicate = await takeFingerprint(parts, like, claim, acknowledged);
  return duplicate && { reason: "duplicate", error: duplicateError(duplicate) };
}

/** Durable before the effect starts: if the intent cannot be written, nothing happens. */
async function isIntentJournaled(run: Run): Promise<boolean> {
  const { parts, about, proposal, params } = run;
  const { commitments } = params;
  const intent = parts.event(about, { type: "intent", ...proposedOf(proposal), ...underOf(run) });
  await parts.journal?.(intent, commitments && { commitments });
  return true;
}
