import { type Confirmation, isPast } from "../confirmation/confirmation.js";
import type { Times } from "../confirmation/times.js";

/**
 * An earlier operation of the same requester with the same tool and params (secret ones apart). An agent that lost an
 * answer previews again and would run it a second time, with a perfectly valid new token.
 */
export interface Duplicate {
  readonly operationId: string;
  readonly status: "in_flight" | "in_doubt" | "completed" | "failed";
  /** Since it ended; 0 while it has not. */
  readonly secondsAgo: number;
}

/**
 * Whether what an earlier operation became stands in the way of the same one now. One that ended does for the window;
 * a doubt never lapses; one that was not executed never does.
 */
export function duplicateIn(
  earlier: Confirmation | null,
  operationId: string,
  times: Pick<Times, "retentionMs">,
  windowMs: number,
): Duplicate | undefined {
  if (earlier === null) return undefined;
  const found = (status: Duplicate["status"], endedForMs = 0): Duplicate => ({
    operationId,
    status,
    secondsAgo: Math.floor(endedForMs / 1000),
  });
  const { status } = earlier.state;
  switch (status) {
    case "pending":
      // It had claimed, or nothing would name it: the store went back to before that.
      return found("in_doubt");
    case "in_flight":
      return found(isPast(earlier) ? "in_doubt" : "in_flight");
    case "not_executed":
      return undefined;
    case "completed":
    case "failed": {
      const endedForMs = Math.max(0, earlier.nowMs - (earlier.deadlineMs - times.retentionMs));
      return endedForMs < windowMs ? found(status, endedForMs) : undefined;
    }
  }
}
