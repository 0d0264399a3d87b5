import { type Confirmation, isPast } from "../confirmation/confirmation.js";
import type { Times } from "../confirmation/times.js";
import type { Named } from "./fingerprint.js";

/**
 * An earlier operation of the same requester with the same tool and params (secret ones apart). An agent that lost an
 * answer previews again and would run it a second time, with a perfectly valid new token.
 */
export interface Duplicate {
  readonly operationId: string;
  readonly status: "in_flight" | "in_doubt" | "completed" | "failed";
  /** Since it ended; while it has not, since it started. */
  readonly secondsAgo: number;
}

/** What an earlier operation is judged by. */
export interface Window {
  readonly times: Pick<Times, "retentionMs" | "tombstoneMs">;
  readonly windowMs: number;
}

/** More unsettled operations of one kind than anybody acknowledges one after the other. */
const mostNamed = 16;

/**
 * Whether an earlier operation stands in the way of the same one now. One that ended does for the window; a doubt never
 * lapses; one that was not executed never does. `confirmation` is what the store holds of it, null if nothing.
 */
export function duplicateIn(
  earlier: Named,
  confirmation: Confirmation | null,
  nowMs: number,
  { times, windowMs }: Window,
): Duplicate | undefined {
  const found = (status: Duplicate["status"], sinceMs: number): Duplicate => ({
    operationId: earlier.operationId,
    status,
    secondsAgo: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)),
  });
  const doubt = found("in_doubt", earlier.startedAtMs);
  if (confirmation === null) {
    // Kept for at least this long after its start. Gone before that, the store has lost it.
    return nowMs < earlier.startedAtMs + times.retentionMs + times.tombstoneMs ? doubt : undefined;
  }
  const { status } = confirmation.state;
  switch (status) {
    case "pending":
      // It had claimed, or nothing would name it: the store went back to before that.
      return doubt;
    case "in_flight":
      return isPast(confirmation) ? doubt : found("in_flight", earlier.startedAtMs);
    case "not_executed":
      return undefined;
    case "completed":
    case "failed": {
      const endedAtMs = confirmation.deadlineMs - times.retentionMs;
      return nowMs < endedAtMs + windowMs ? found(status, endedAtMs) : undefined;
    }
  }
}

/**
 * Does what it repeated count as if it had not been there? If it was not executed, or nobody can tell any more. Otherwise
 * it supersedes that, for whoever ran it had acknowledged it.
 */
export const leavesEarlier = (confirmation: Confirmation | null): boolean =>
  confirmation === null || confirmation.state.status === "not_executed";

/** Of the operations from a duplicate on, newest first: those to remember in case it turns out not to have run. */
export const stillToName = (duplicate: Duplicate, operations: readonly Named[]): readonly Named[] =>
  operations.slice(0, hasEnded(duplicate) ? 1 : mostNamed);

export const hasEnded = ({ status }: Duplicate): boolean => status === "completed" || status === "failed";
