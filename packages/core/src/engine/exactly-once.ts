import { isTier2Error, Tier2Error } from "../errors.js";
import type { TransactionLimits } from "../transactional-store.js";
import { callSignal } from "./call-signal.js";
import type { Helpers } from "./claim.js";
import { type Concluded, ended, journalRollback, rolledBack, running, unrecorded } from "./concluded.js";
import { demandOpen } from "./demand-open.js";
import type { Tier2Event } from "./events.js";
import { lookUp } from "./look-up.js";
import type { Parts } from "./parts.js";
import { pause } from "./pause.js";
import { Permit } from "./permit.js";
import { readAnswer } from "./record-answer.js";
import type { Ending } from "./run-handler.js";
import { runTransaction } from "./run-transaction.js";
import { addressOf, isTokenShaped } from "./token.js";
import { type Undo, verdictOn } from "./transaction-verdict.js";
import {
  type Attempt,
  approvalsLieWithin,
  type Operation,
  type Standing,
  type Within,
  within,
} from "./within-transaction.js";

/** How often the work may be done in all where the database made it give way to another transaction. */
const mostRuns = 3;
const repeatPauseMs = 20;

type Asked = Omit<Operation, "claim" | "about" | "signal"> & {
  readonly token: string;
  readonly binding: Operation["claim"]["binding"];
  readonly about: { readonly tool: string; readonly requester: Operation["about"]["requester"] };
  /** Ends the waiting for a duplicate. */
  readonly waiting: AbortSignal | undefined;
};

/**
 * A confirmed call of a tool that has a transaction. Consume, questions, handler, journal and completion are committed
 * together, or not at all: then the token never left `pending`.
 */
export async function executeExactlyOnce(asked: Asked, { turns }: Helpers): Promise<Concluded> {
  const { parts, token, binding, about } = asked;
  const { platform, waitForCompletionMs } = parts;
  const { id, operationId } = addressOf(platform, token);
  if (!isTokenShaped(token)) return { kind: "refuse", reason: "unknown_or_used", operationId };
  demandOpen(parts);
  const sentAtMs = platform.monotonicMs();
  const { owner, tool, params } = binding;
  // With the binding, so that a stranger with the token does not wait: it is told at once that it is one.
  const end = await turns.take([id, owner, tool, params].join(" "), waitForCompletionMs, asked.waiting);
  if (end === undefined) return running(parts, operationId);
  const { signal, release } = callSignal(parts);
  const claim = { id, operationId, binding, claimedAtMs: platform.wallMs(), sentAtMs };
  try {
    return await conclude({ ...asked, about: { ...about, operationId }, claim, signal });
  } finally {
    release();
    end();
  }
}

async function conclude(operation: Operation): Promise<Concluded> {
  const { parts, store, about, claim } = operation;
  const { platform, waitForCompletionMs, times } = parts;
  const waitedMs = platform.monotonicMs() - claim.sentAtMs;
  const limits: TransactionLimits = {
    lockTimeoutMs: Math.max(1, Math.floor(waitForCompletionMs - waitedMs)),
    idleTimeoutMs: times.leaseMs,
  };
  let known: Ending | undefined;
  for (let run = 1; ; run += 1) {
    const attempt: Attempt = { claim: platform.randomText(), events: [], permit: new Permit(), stage: "claiming" };
    const end = await runTransaction(parts, store, limits, (transaction) =>
      within(operation, attempt, transaction, known),
    );
    if (end.kind === "committed") return delivered(operation, attempt, end.value);
    const { error } = end;
    if (end.kind === "rolled_back") await undoReservation(operation, attempt);
    const clash = store.clashOf(error);
    const mayRepeat = run < mostRuns && !operation.signal.aborted;
    const verdict = verdictOn({ end: end.kind, error, stage: attempt.stage, clash, mayRepeat });
    // Whatever was rolled back: that a hook failed is still true.
    if (end.kind === "rolled_back") tellAll(parts, attempt, ({ type }) => type === "hook_failed");
    if (verdict === "record") {
      known = (error as Undo).ending;
      continue;
    }
    if (verdict === "repeat") {
      if (attempt.stage !== "claiming") await journalRollback(operation, error);
      await pause(platform, repeatPauseMs * run);
      continue;
    }
    if (verdict === "running") return running(parts, about.operationId);
    if (known !== undefined) return unrecorded(operation, known, error);
    if (verdict === "look_up") return lookedUp(operation, attempt, limits, error);
    if (verdict === "rolled_back") return rolledBack(operation, error, { clashed: clash !== undefined });
    throw isTier2Error(error) ? error : unavailable(parts, error);
  }
}

function delivered(operation: Operation, attempt: Attempt, value: Within): Concluded | Promise<Concluded> {
  if (value.kind === "standing") return standing(operation, value.found);
  tellAll(operation.parts, attempt);
  return ended(operation, value.answer);
}

/** What the record says of a token that could not be consumed. */
async function standing({ parts, about, claim }: Operation, found: Standing): Promise<Concluded> {
  const { operationId } = about;
  if (found.kind === "replay") return { ...found, operationId };
  if (found.kind === "reject") return { kind: "refuse", reason: "unknown_or_used", operationId };
  const isUnknown = found.reason === "unknown_or_used" && found.detail === undefined;
  if (isUnknown && (await parts.store.get(claim.id)) !== null) {
    throw new Tier2Error(
      "invalid_setup",
      `Tool "${about.tool}": its transaction does not reach the tables of the engine's store. Both need the same database and schema.`,
    );
  }
  return { ...found, operationId };
}

async function lookedUp(
  operation: Operation,
  attempt: Attempt,
  limits: TransactionLimits,
  error: unknown,
): Promise<Concluded> {
  const { parts, about } = operation;
  const found = await lookUp(operation, attempt, limits);
  switch (found.kind) {
    case "mine":
      tellAll(parts, attempt);
      // Not what is recorded: that keeps to itself what is told once.
      return ended(operation, attempt.answer ?? readAnswer(found.data));
    case "standing":
      return standing(operation, found.found);
    case "unused":
      await undoReservation(operation, attempt);
      return rolledBack(operation, error, { clashed: false });
    case "unknown":
      parts.tell(about, { type: "commit_unknown", error: operation.params.redact.error(error) });
      return running(parts, about.operationId);
  }
}

/** A use that was spent in the transaction was given back with it. */
async function undoReservation({ parts, about }: Operation, { permit }: Attempt): Promise<void> {
  if (!approvalsLieWithin(parts)) await permit.giveBack(parts, about);
}

const unavailable = ({ store }: Parts, cause: unknown) =>
  new Tier2Error("store_unavailable", `Store "${store.name}" broke off a transaction.`, { cause });

function tellAll({ observe }: Parts, { events }: Attempt, which: (event: Tier2Event) => boolean = () => true): void {
  for (const event of events) if (which(event)) observe(event);
}
