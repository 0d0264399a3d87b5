import type { FirstWrite, Write } from "../store.js";
import type { ApprovalRequest, ApprovalState, StoredApproval } from "./approval.js";
import { grantLengthMs } from "./grant.js";
import { isSpent } from "./view.js";

const formatVersion = 1;

/** Digests the text of a state. */
type Sha256 = (text: string) => string;

/** A new request. */
export function requestWrite(sha256: Sha256, request: ApprovalRequest, tombstoneMs: number): FirstWrite {
  const state = { status: "pending", allows: [], stage: 0 } as const;
  const { decideByMs } = request.requirement;
  return {
    ...face(sha256, state),
    body: JSON.stringify({ v: formatVersion, ...request }),
    deadlineInMs: decideByMs,
    ...kept(keptForMs(state, request, decideByMs, tombstoneMs)),
  };
}

/** What a decision made of it. `deadlineInMs` absent: the deadline stays. */
export function stateWrite(
  sha256: Sha256,
  approval: StoredApproval,
  { next, deadlineInMs }: { readonly next: ApprovalState; readonly deadlineInMs?: number },
  tombstoneMs: number,
): Write {
  const leftMs = deadlineInMs ?? Math.max(0, approval.deadlineMs - approval.nowMs);
  return {
    ...face(sha256, next),
    ...(deadlineInMs !== undefined && { deadlineInMs }),
    ...kept(keptForMs(next, approval.request, leftMs, tombstoneMs)),
  };
}

/** The tag is made of the whole state: whoever swaps from it has seen all of it. */
function face(sha256: Sha256, state: ApprovalState) {
  const text = JSON.stringify({ v: formatVersion, ...state });
  return { tag: `${state.status} ${sha256(text)}`, state: text, listed: true };
}

/** Request and record end together. */
const kept = (forMs: number | null) => ({ payloadForMs: forMs, recordForMs: forMs });

/** A day from its end on. Without end: what time does not end, and what somebody still has to look at. */
function keptForMs(
  state: ApprovalState,
  { requirement }: ApprovalRequest,
  leftMs: number,
  tombstoneMs: number,
): number | null {
  if ("breakGlass" in state && state.breakGlass !== undefined && state.breakGlass.reviewed === undefined) return null;
  switch (state.status) {
    case "pending": {
      if (requirement.onDeadline === "hold") return null;
      const onceMoreMs = requirement.onDeadline === "escalate" && state.stage === 0 ? requirement.decideByMs : 0;
      return leftMs + onceMoreMs + tombstoneMs;
    }
    case "approved":
      if (state.minutes !== null) return Math.min(leftMs, grantLengthMs(state.minutes)) + tombstoneMs;
      return isSpent(state) ? tombstoneMs : null;
    case "denied":
      return leftMs + tombstoneMs;
    default:
      return tombstoneMs;
  }
}
