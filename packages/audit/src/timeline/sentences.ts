import type { PolicyRef, Requester, Tier2Event } from "@holdpoint/tier2-core";
import type { Body } from "../entry/body.js";
import { printable } from "./printable.js";

type Sentences = { readonly [T in Tier2Event["type"]]: (event: Tier2Event & { readonly type: T }) => string };

const because = ({ reason, detail }: { readonly reason: string; readonly detail?: string }) =>
  detail === undefined ? reason : `${reason} / ${detail}`;
const policiesIn = (policies: readonly PolicyRef[]) =>
  policies.length === 0 ? "no policy" : policies.map(({ id, version }) => `${id} v${version}`).join(", ");
const failed = ({ error }: { readonly error?: { readonly message: string } }) => (error ? `: ${error.message}` : "");

/** What each entry says, for people. */
const sentences: Sentences = {
  proposed: ({ tool, summary }) => `proposed ${tool}: ${summary ?? "by hand-written code"}`,
  elicited: ({ fact, outcome }) => `the client's user was asked to type ${fact}: ${outcome}`,
  approval_requested: ({ summary, policies }) => `asked for an approval, by ${policiesIn(policies)}: ${summary ?? ""}`,
  approval_allowed: ({ by, reason, granted }) =>
    `${by} allowed it: "${reason}"${granted ? "" : "; others have to allow it too"}`,
  approval_retracted: ({ by, reason }) => `${by} took their allow back: "${reason}"`,
  approval_denied: ({ by, reason }) => `${by} denied it: "${reason}"`,
  approval_withdrawn: ({ by, reason }) => `${by} withdrew the request: "${reason}"`,
  approval_superseded: ({ reason }) => `the request was superseded: ${reason}`,
  approval_escalated: () => "nobody decided in time, so the next approvers may",
  approval_revoked: ({ by, reason }) => `${by} revoked the approval: "${reason}"`,
  glass_broken: ({ by, reason, evidence }) => `${by} broke the glass: "${reason}", on the evidence "${evidence}"`,
  review_closed: ({ by, reason }) => `${by} closed the review: "${reason}"`,
  checkpoint_paused: ({ threadId }) => `paused at a checkpoint of ${threadId}`,
  checkpoint_allowed: ({ by, reason }) => `${by} let it go on at the checkpoint: "${reason}"`,
  checkpoint_denied: ({ by, reason }) => `${by} stopped it at the checkpoint: "${reason}"`,
  checkpoint_linked: () => "what was let go on at the checkpoint became this operation",
  intent: ({ tool, target, credential, policies, approval }) =>
    `about to run ${tool}${target ? ` on ${target}` : ""}${credential ? ` with ${credential}` : ""}, under ${policiesIn(policies.allowed)}${
      approval ? `, allowed by ${approval.approvers.join(" and ")}` : ""
    }`,
  refused: (event) => `refused ${event.tool}: ${because(event)}`,
  unclassified: ({ tool }) => `${tool} has no classification, so it counts as Tier-2`,
  redefined: ({ tool }) => `another definition took the place of ${tool}`,
  unknown_tool: ({ tool, policy }) => `${policiesIn([policy])} names ${tool}, and there is no such tool`,
  secrets_unkeyed: ({ tool }) => `${tool} has secret arguments, and no secretsKey binds decisions to them elsewhere`,
  catch_all: ({ policy }) => `by ${policiesIn([policy])} anybody may decide`,
  claimed: () => "claimed: its one attempt began",
  completed: ({ durationMs, resultDigest }) =>
    `completed in ${durationMs} ms${resultDigest ? `, with the result ${resultDigest}` : ""}`,
  failed: (event) => `failed, and may have happened${failed(event)}`,
  not_executed: () => "ended without having been executed",
  rolled_back: (event) => `rolled back, as if it had never begun${failed(event)}`,
  commit_unknown: (event) => `nobody knows whether it was committed${failed(event)}`,
  completion_unrecorded: (event) => `its outcome could not be recorded${failed(event)}`,
  completion_missing: () => "in doubt: its attempt ended without an outcome",
  in_doubt: () => "in doubt: asked for, and nobody knows its outcome",
  contradicted: () => "contradicted: its attempt and the system of record disagree",
  reconciled: ({ outcome, by, reason }) =>
    `settled as ${outcome} by ${by ?? "the system of record"}${reason ? `: "${reason}"` : ""}`,
  replayed: () => "replayed: the recorded answer was given again, nothing was executed",
  use_refunded: () => "a use of the approval was given back",
  use_kept: (event) => `a use of the approval could not be given back${failed(event)}`,
  ran: ({ tool }) => `ran ${tool} at once, as Tier-1`,
  hook_failed: (event) => `${event.hook} failed${failed(event)}`,
  sweep_failed: (event) => `the sweeper failed${failed(event)}`,
};

/** What the log tells of itself. */
const ownSentences: { readonly [type: string]: (body: Body) => string } = {
  recovered: ({ bytes, digest }) => `cut off ${bytes} torn bytes (${digest}) that no append had acknowledged`,
  missed: ({ count }) => `${count} events are missing here: there was no room to keep them until they could be written`,
};

/** One line, whatever the body is: a later version may have other members, and a forger any. */
export function sentenceOf(body: Body): string {
  const type = String(body.type);
  const table: object = { ...sentences, ...ownSentences };
  try {
    const sentence = Object.hasOwn(table, type)
      ? (table[type as keyof typeof table] as (body: Body) => string)
      : undefined;
    return printable(sentence?.(body) ?? type);
  } catch {
    return printable(type);
  }
}

/** In whose name, as far as the entry says. */
export function nameIn({ requester }: Body): string | undefined {
  if (typeof requester !== "object" || requester === null) return undefined;
  const { subject, tokenId } = requester as unknown as Requester;
  return printable(subject === undefined ? String(tokenId) : `${subject} (${tokenId})`);
}
