import type { Hints } from "../classification/classification.js";
import type { Elicited } from "../elicitation/elicit.js";
import { Tier2Error } from "../errors.js";
import { jsonCopy } from "../params/json-copy.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Transaction, TransactionalStore } from "../transactional-store.js";
import type { Answer } from "../wire/reply.js";
import { underOf } from "./checks.js";
import type { Claim } from "./claim.js";
import { shortenFingerprint } from "./duplicates.js";
import type { Tier2Event } from "./events.js";
import { askInTime, inTime } from "./in-time.js";
import type { Parts, Subject } from "./parts.js";
import type { Permit } from "./permit.js";
import { type Proposal, readProposal } from "./proposal.js";
import type { Params } from "./read-params.js";
import { recordAnswer } from "./record-answer.js";
import { asResolved } from "./resolve.js";
import { withResult } from "./result-digest.js";
import { answerOf, type Ending, endingOf, notExecuted } from "./run-handler.js";
import { type Stage, Undo } from "./transaction-verdict.js";
import { type Transition, transition } from "./transition.js";

/** One confirmed call of a tool that has a transaction. */
export interface Operation {
  readonly parts: Parts;
  readonly store: TransactionalStore<unknown>;
  readonly definition: AnyDefinition;
  readonly params: Params;
  readonly about: Subject & { readonly operationId: string };
  readonly acknowledged: string | undefined;
  readonly elicited: Elicited | undefined;
  readonly source: unknown;
  readonly hints: Hints | undefined;
  readonly signal: AbortSignal;
  readonly claim: Omit<Claim, "claim" | "record">;
}

/** One run of its transaction. The claim is a new one each time: none of a run that was rolled back is ever met again. */
export interface Attempt {
  readonly claim: string;
  /** Told once it is committed. */
  readonly events: Tier2Event[];
  readonly permit: Permit;
  stage: Stage;
  /** What is answered if it is committed. */
  answer?: Answer;
}

/** Why a token could not be consumed. */
export type Standing = Exclude<Transition, { kind: "done" }>;

export type Within =
  | { readonly kind: "recorded"; readonly answer: Answer }
  /** Nothing was written: the record says what became of the token. */
  | { readonly kind: "standing"; readonly found: Standing };

/**
 * Everything that happens in the transaction, in the order of any other call. `known` is an ending that an earlier run
 * came to and rolled back for.
 *
 * @throws Undo, what the handler threw, or what broke the transaction: in each case it is rolled back.
 */
export async function within(
  operation: Operation,
  attempt: Attempt,
  transaction: Transaction<unknown>,
  known: Ending | undefined,
): Promise<Within> {
  const parts = partsOf(operation.parts, attempt, transaction);
  const { definition, about, params } = operation;
  const { id, binding, claimedAtMs } = operation.claim;
  const command = { binding, claim: attempt.claim, claimedAtMs };
  const consumed = await transition(parts, id, { type: "consume", ...command }, []);
  if (consumed.kind !== "done") return { kind: "standing", found: consumed };
  attempt.stage = "asking";
  parts.tell(about, { type: "claimed" });
  const claim: Claim = { ...operation.claim, claim: attempt.claim, record: consumed.record };
  const ending = known ?? (await execute(parts, operation, claim, transaction, attempt));
  attempt.stage = "recording";
  const approval = ending.outcome === "completed" ? attempt.permit.meta(about.operationId) : undefined;
  const told = approval === undefined ? ending.answer : { ...ending.answer, approval };
  const { answer, data } = recordAnswer(told, params.redact, parts.maxResultBytes, definition.resultSecrets);
  attempt.answer = answer;
  const step = withResult(parts.platform, ending.step, data);
  await inTime(parts, parts.journal?.(parts.event(about, step)));
  // Last of all: had any statement before it failed without a word, this one could not succeed.
  const completed = await transition(parts, id, { type: "complete", ...command, outcome: ending.outcome, data }, []);
  if (completed.kind !== "done") {
    throw new Tier2Error(
      "invalid_setup",
      `Tool "${about.tool}": its handler ended the transaction that it was given. It must neither commit nor roll back.`,
    );
  }
  parts.tell(about, step);
  return { kind: "recorded", answer };
}

/** Gates and handler. Only what was executed goes on to be committed. */
async function execute(
  parts: Parts,
  operation: Operation,
  claim: Claim,
  transaction: Transaction<unknown>,
  attempt: Attempt,
): Promise<Ending> {
  const { definition, about, acknowledged, elicited, source, hints, signal } = operation;
  const { permit } = attempt;
  const proposal = proposalOf(claim);
  const params = asResolved(operation.params, proposal.resolved);
  const { tx } = transaction;
  const context = { requester: about.requester, server: parts.server, tool: about.tool, source, signal, tx };
  const run = { parts, definition, params, proposal, claim, acknowledged, elicited, about, context, hints, permit };
  const refusal = (await askInTime(run)) ?? (await inTime(parts, permit.refusedByGrant(run)));
  if (refusal !== undefined) {
    await demandUnbroken(transaction, attempt, claim.id);
    throw new Undo(notExecuted(about.tool, refusal));
  }
  const startedMs = parts.platform.monotonicMs();
  const given = { ...context, operationId: about.operationId, preview: jsonCopy(proposal.preview) };
  const answer = await transaction.handler(async () => {
    // Another process may start it, so its token is not spent.
    if (signal.aborted) throw new Error("Told to stop before the handler started.", { cause: signal.reason });
    // A revoke that would have to wait in the same tables waits for the row itself.
    const late = approvalsLieWithin(parts) ? undefined : permit.refusedAsLate(run, () => true);
    if (late !== undefined) throw new Undo(notExecuted(about.tool, late));
    attempt.stage = "handling";
    return answerOf(definition, params, { ...given, ...permit.inContext() });
  });
  const ending = endingOf(answer, Math.round(parts.platform.monotonicMs() - startedMs), underOf(run));
  if (ending.outcome !== "completed") throw new Undo(ending);
  const like = { tokenId: about.requester.tokenId, tool: about.tool, params: proposal.params };
  if (definition.duplicates !== "allow") await shortenFingerprint(parts, like, claim, { ran: true });
  return ending;
}

/** Do approvals lie in the store that joins the transaction? */
export const approvalsLieWithin = ({ approvalStore, store }: Parts): boolean => approvalStore === store;

/** A broken transaction says no to everything, and no token is spent on that. */
async function demandUnbroken({ store }: Transaction<unknown>, { events }: Attempt, id: string): Promise<void> {
  try {
    await store.get(id);
  } catch (error) {
    // That statement could not but fail. The question that failed before it knows why.
    const failed = events.findLast(({ type }) => type === "hook_failed");
    throw new Error("A question broke the transaction.", { cause: failed && "error" in failed ? failed.error : error });
  }
}

function proposalOf({ record }: Claim): Proposal {
  const proposal = readProposal(record);
  if (proposal === null) throw new Tier2Error("record_unreadable", "A claimed confirmation has no proposal.");
  return proposal;
}

/** The engine's parts as they are inside: nothing here may ask for another connection, or tell what may be undone. */
function partsOf(parts: Parts, { events }: Attempt, { store, tx }: Transaction<unknown>): Parts {
  const observe = (event: Tier2Event) => void events.push(event);
  const { journal } = parts;
  return {
    ...parts,
    store,
    // In the same tables a use is spent with the effect or not at all.
    approvalStore: approvalsLieWithin(parts) ? store : parts.approvalStore,
    retryPausesMs: [],
    observe,
    tell: (about, step) => observe(parts.event(about, step)),
    journal: journal && ((event, given) => journal(event, { ...given, tx })),
  };
}
