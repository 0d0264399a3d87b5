import type { Binding } from "../confirmation/confirmation.js";
import { isTier2Error } from "../errors.js";
import type { StoredRecord } from "../store.js";
import type { Detail, Reason } from "../wire/reasons.js";
import type { AskedBefore } from "./asked-before.js";
import { demandOpen } from "./demand-open.js";
import type { Parts } from "./parts.js";
import { endUnstarted, isReplicatedNow, notReplicated } from "./replicated.js";
import type { Settling } from "./settle.js";
import { isTokenShaped } from "./token.js";
import { type Transition, transition } from "./transition.js";
import type { Turns } from "./turns.js";
import type { Attempt, Unanswered } from "./unanswered.js";
import type { Waiting } from "./wait.js";

/** What the calls of one engine share. */
export interface Helpers {
  readonly waiting: Waiting;
  /** Calls that wait for a decision. */
  readonly deciding: Waiting;
  readonly settling: Settling;
  readonly unanswered: Unanswered;
  readonly turns: Turns;
  readonly askedBefore: AskedBefore;
}

/** A token on its way to being consumed: by whom, for what, and where its confirmation lies. */
export interface Bid {
  readonly token: string;
  readonly id: string;
  readonly operationId: string;
  readonly binding: Binding;
}

/** The one attempt at execution that a token ever gets. */
export interface Claim extends Attempt {
  readonly id: string;
  readonly operationId: string;
  readonly binding: Binding;
  readonly record: StoredRecord;
}

export type Claimed =
  | { readonly kind: "won"; readonly claim: Claim }
  | { readonly kind: "replay"; readonly data: string; readonly operationId: string }
  | {
      readonly kind: "refuse";
      readonly reason: Reason;
      readonly detail?: Detail | typeof notReplicated.detail;
      readonly retryAfterMs?: number;
      readonly operationId: string;
    };

/**
 * Consumes a token, or says what became of it. A duplicate of a running operation waits for its result; one of
 * an operation in doubt has the system of record asked first.
 */
export async function claimToken(
  parts: Parts,
  helpers: Helpers,
  { token, id, operationId, binding }: Bid,
  signal: AbortSignal | undefined,
): Promise<Claimed> {
  const { platform, waitForCompletionMs } = parts;
  if (!isTokenShaped(token)) return { kind: "refuse", reason: "unknown_or_used", operationId };
  demandOpen(parts);
  const startedMs = platform.monotonicMs();
  const attempt = helpers.unanswered.take(id, binding) ?? {
    claim: platform.randomText(),
    claimedAtMs: platform.wallMs(),
    sentAtMs: startedMs,
  };

  for (let settled = false; ; ) {
    const result = await consume(parts, helpers.unanswered, id, binding, attempt);
    switch (result.kind) {
      case "done": {
        const claim = { id, operationId, ...attempt, binding, record: result.record };
        if (result.replicated || (await isReplicatedNow(parts, claim))) return { kind: "won", claim };
        await endUnstarted(parts, claim, notReplicated);
        return { kind: "refuse", ...notReplicated, operationId };
      }
      case "replay":
        return { ...result, operationId };
      case "reject":
        return { kind: "refuse", reason: "unknown_or_used", operationId };
      case "refuse": {
        const waitedMs = platform.monotonicMs() - startedMs;
        // During a shutdown only for what it waits for itself.
        const waits = !signal?.aborted && (!parts.shutdown.aborted || parts.running.has(id));
        if (result.detail === "in_flight" && waitedMs < waitForCompletionMs && waits) {
          await helpers.waiting.until(id, waitForCompletionMs - waitedMs, signal);
          break;
        }
        if (!settled && (result.detail === "in_doubt" || result.detail === "history_changed")) {
          settled = true;
          if (await helpers.settling.settle(id)) break;
        }
        return { ...result, operationId };
      }
    }
  }
}

async function consume(
  parts: Parts,
  unanswered: Unanswered,
  id: string,
  binding: Binding,
  attempt: Attempt,
): Promise<Transition> {
  const { claim, claimedAtMs } = attempt;
  try {
    return await transition(parts, id, { type: "consume", binding, claim, claimedAtMs });
  } catch (error) {
    if (isTier2Error(error, "store_unavailable")) unanswered.put(id, binding, attempt);
    throw error;
  }
}
