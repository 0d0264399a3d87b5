import { rejected } from "../wire/envelope.js";
import { type Answer, type Reply, replyOf } from "../wire/reply.js";
import type { Claimed } from "./claim.js";
import { journalStep, putOnRecord } from "./on-record.js";
import type { Parts } from "./parts.js";
import { recordAnswer } from "./record-answer.js";
import type { Ending } from "./run-handler.js";
import type { Operation } from "./within-transaction.js";

/** What a call of a tool with a transaction comes to. */
export type Concluded = Exclude<Claimed, { kind: "won" }> | { readonly kind: "ended"; readonly reply: Reply };

/** A running transaction ends when its handler does, which nobody knows. */
const longestRetryAfterMs = 5000;

/** To all others the token never left `pending`. */
export async function rolledBack(
  operation: Operation,
  error: unknown,
  { clashed }: { clashed: boolean },
): Promise<Concluded> {
  const { parts, about, params } = operation;
  parts.tell(about, { type: "rolled_back", error: params.redact.error(error) });
  await journalRollback(operation, error);
  const refusal = { reason: "not_executed", detail: "rolled_back" } as const;
  return ended(operation, {
    body: rejected(about.tool, { ...refusal, ...(clashed && { retryAfterMs: retryAfterMs(parts) }) }),
  });
}

/** Nothing was executed, and that is what the caller hears; only a repeated call asks everything again. */
export async function unrecorded(operation: Operation, { answer, step }: Ending, error: unknown): Promise<Concluded> {
  const { parts, definition, about, params } = operation;
  await putOnRecord(parts, about, step);
  parts.tell(about, { type: "completion_unrecorded", error });
  return ended(operation, recordAnswer(answer, params.redact, parts.maxResultBytes, definition.resultSecrets).answer);
}

/** Outside of the transaction that is gone: a journal that wrote elsewhere holds an intent, and needs to know its end. */
export function journalRollback({ parts, about, params }: Operation, error: unknown): Promise<void> {
  return journalStep(parts, about, { type: "rolled_back", error: params.redact.error(error) });
}

const retryAfterMs = ({ times }: Parts): number => Math.min(times.leaseMs, longestRetryAfterMs);

export const running = (parts: Parts, operationId: string): Concluded => ({
  kind: "refuse",
  reason: "unknown_or_used",
  detail: "in_flight",
  retryAfterMs: retryAfterMs(parts),
  operationId,
});

export const ended = ({ about: { operationId } }: Operation, answer: Answer): Concluded => ({
  kind: "ended",
  reply: replyOf(answer, { operationId }),
});
