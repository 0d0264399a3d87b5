import type { Binding } from "../confirmation/confirmation.js";
import type { StoredRecord } from "../store.js";
import type { Detail, Reason } from "../wire/reasons.js";
import { demandOpen } from "./demand-open.js";
import type { Parts } from "./parts.js";
import type { Settling } from "./settle.js";
import { isTokenShaped, operationIdOf, recordIdOf } from "./token.js";
import { transition } from "./transition.js";
import type { Waiting } from "./wait.js";

/** The one attempt at execution that a token ever gets. */
export interface Claim {
  readonly id: string;
  readonly operationId: string;
  readonly claim: string;
  readonly claimedAtMs: number;
  readonly binding: Binding;
  /** Monotonic time of this process just before the store was asked. */
  readonly sentAtMs: number;
  readonly record: StoredRecord;
}

export type Claimed =
  | { readonly kind: "won"; readonly claim: Claim }
  | { readonly kind: "replay"; readonly data: string; readonly operationId: string }
  | {
      readonly kind: "refuse";
      readonly reason: Reason;
      readonly detail?: Detail;
      readonly retryAfterMs?: number;
      readonly operationId: string;
    };

/**
 * Consumes a token, or says what became of it. A duplicate of a running operation waits for its result; one of
 * an operation in doubt has the system of record asked first.
 */
export async function claimToken(
  parts: Parts,
  helpers: { waiting: Waiting; settling: Settling },
  token: string,
  binding: Binding,
  signal: AbortSignal | undefined,
): Promise<Claimed> {
  const { platform, waitForCompletionMs } = parts;
  const id = recordIdOf(platform, token);
  const operationId = operationIdOf(platform, id);
  if (!isTokenShaped(token)) return { kind: "refuse", reason: "unknown_or_used", operationId };
  demandOpen(parts);
  const startedMs = platform.monotonicMs();
  const command = { type: "consume", binding, claim: platform.randomText(), claimedAtMs: platform.wallMs() } as const;

  for (let settled = false; ; ) {
    const sentAtMs = platform.monotonicMs();
    const result = await transition(parts, id, command);
    switch (result.kind) {
      case "done":
        return {
          kind: "won",
          claim: {
            id,
            operationId,
            claim: command.claim,
            claimedAtMs: command.claimedAtMs,
            binding,
            sentAtMs,
            record: result.record,
          },
        };
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
