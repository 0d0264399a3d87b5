/**
 * How an approval stands, derived on reading. Nothing has to be written in time for it to be true, and time alone only ever
 * takes away.
 */
import type { Stage } from "../policy/quorum.js";
import type { ApprovalStatus, Granted, StoredApproval, Vote } from "./approval.js";
import { grantLengthMs } from "./grant.js";

export function statusOf(approval: StoredApproval): ApprovalStatus {
  const { state } = approval;
  if (state.status === "pending") return isClosed(approval) ? "lapsed" : "pending";
  if (state.status !== "approved") return state.status;
  if (state.minutes !== null && isPast(approval)) return "lapsed";
  if (isSpent(state)) return "exhausted";
  if (approval.historyCurrent) return "approved";
  // The next person who breaks the glass does so on a request of its own: this one's review stays with it.
  return state.breakGlass === undefined ? "pending" : "lapsed";
}

export const isPast = ({ nowMs, deadlineMs }: Pick<StoredApproval, "nowMs" | "deadlineMs">): boolean =>
  nowMs >= deadlineMs;

/** Null: as often as time allows. */
export const usesLeftOf = ({ uses, spent }: Granted): number | null => (uses === null ? null : uses - spent.length);

export const isSpent = (granted: Granted): boolean => (usesLeftOf(granted) ?? 1) <= 0;

/** Given before the store may have lost writes: it lets nothing through until the approvers say so again. */
export const isVoid = ({ state, historyCurrent }: StoredApproval): boolean =>
  state.status === "approved" && !historyCurrent;

/** Votes of another history count for nothing. */
export const votesOf = ({ state, historyCurrent }: StoredApproval): readonly Vote[] =>
  state.status === "pending" && historyCurrent ? state.allows : [];

/** Who may decide now: from the deadline on the next approvers as well, whether or not that was written. */
export function stageOf(approval: StoredApproval): Stage {
  const { state } = approval;
  if (state.status === "pending") return isEscalationDue(approval) ? 1 : state.stage;
  return "stage" in state ? state.stage : 1;
}

/** Past its deadline for the first time, and there are others to ask. */
export const isEscalationDue = (approval: StoredApproval): boolean =>
  approval.state.status === "pending" &&
  approval.state.stage === 0 &&
  approval.request.requirement.onDeadline === "escalate" &&
  isPast(approval);

/** When an undecided request ends, on the store's clock; null if no time ends it. */
function closesAtMs(approval: StoredApproval): number | null {
  const { state, deadlineMs } = approval;
  const { onDeadline, decideByMs } = approval.request.requirement;
  if (state.status !== "pending" || onDeadline === "hold") return null;
  return onDeadline === "escalate" && state.stage === 0 ? deadlineMs + decideByMs : deadlineMs;
}

/** By when it is to be decided, for people: the same in every process, since all of it is stored. */
export function decideByWallMs({ state, request }: StoredApproval, stage: Stage): number {
  const sinceMs = (state.status === "pending" ? state.sinceMs : undefined) ?? request.requestedAtMs;
  return sinceMs + (stage + 1) * request.requirement.decideByMs;
}

/** When an undecided request ends, for people; null if no time ends it. */
export function closesAtWallMs(approval: StoredApproval): number | null {
  if (closesAtMs(approval) === null) return null;
  return decideByWallMs(approval, approval.request.requirement.onDeadline === "escalate" ? 1 : 0);
}

/** Until when a grant is good, for people; null if no time ends it, or there is none. */
export function validUntilWallMs({ state }: StoredApproval): number | null {
  if (state.status !== "approved" || state.minutes === null) return null;
  // The last word made it a grant.
  const last = state.allows.at(-1);
  return last === undefined ? null : last.atMs + grantLengthMs(state.minutes);
}

function isClosed(approval: StoredApproval): boolean {
  const atMs = closesAtMs(approval);
  return atMs !== null && approval.nowMs >= atMs;
}

/** How long ago the grant was given, on the store's clock alone. */
export const grantAgeMs = ({ deadlineMs, nowMs }: StoredApproval, { minutes }: Granted): number =>
  grantLengthMs(minutes) - (deadlineMs - nowMs);
