// What the commands of people do. One rule per cell of the table in machine.ts; each is pure.
import { quorumReached } from "../policy/quorum.js";
import type { ApprovalState, Granted, Retracted, StoredApproval, Vote } from "./approval.js";
import type { Allow, BreakTheGlass, Command, Deny, Escalate, Retract, Revoke, Supersede, Withdraw } from "./command.js";
import { type Decision, type NotDecided, refuse, same, type Unusable } from "./decision.js";
import { granted, grantLengthMs } from "./grant.js";
import { isEscalationDue, isVoid, stageOf, votesOf } from "./view.js";

export type Rule<C extends Command> = (approval: StoredApproval, command: C) => Decision;
export type Row = { readonly [T in Command["type"]]: Rule<Extract<Command, { type: T }>> };

export const always = { deadline: "any", history: "any" } as const;

export const no =
  (why: NotDecided | Unusable): Rule<Command> =>
  () =>
    refuse(why);
export const nothing: Rule<Command> = () => same;

export const allow: Rule<Allow> = (approval, { vote }) => {
  const due = escalateIfDue(approval);
  if (due !== undefined) return due;
  const votes = votesOf(approval);
  const mine = votes.find(({ approver }) => approver === vote.approver);
  if (mine !== undefined) return isSameWord(mine, vote) ? same : refuse("conflict");
  const { requirement } = approval.request;
  const allows = [...votes, vote];
  const stage = stageOf(approval);
  if (quorumReached(requirement, allows, stage)) {
    return grant(approval, { ...granted(requirement, allows, stage), ...retractedOf(approval) });
  }
  // Of one that was escalated, as if the time of its first approvers had ended with this word.
  const since = isVoid(approval) ? { sinceMs: vote.atMs - stage * requirement.decideByMs } : sinceOf(approval);
  const next = { status: "pending", allows, stage, ...since, ...retractedOf(approval) } as const;
  return { ...decided(approval, next), ...anew(approval) };
};

/** Before enough have allowed it, and not after: from then on it is a grant, which is revoked. */
export const retract: Rule<Retract> = (approval, { by, reason, atMs }) => {
  const due = escalateIfDue(approval);
  if (due !== undefined) return due;
  const { state } = approval;
  if (state.status !== "pending") return refuse("closed");
  const { retracted = [] } = state;
  const vote = state.allows.find(({ approver }) => approver === by.id);
  if (vote === undefined) return retracted.some((one) => one.vote.approver === by.id) ? same : refuse("closed");
  const last: Retracted = { vote, reason, atMs, nth: (retracted.at(-1)?.nth ?? 0) + 1 };
  return decided(approval, {
    ...{ status: "pending", stage: stageOf(approval), ...sinceOf(approval) },
    allows: votesOf(approval).filter(({ approver }) => approver !== by.id),
    retracted: [...retracted, last].slice(-mostRetracted),
  });
};

export const deny: Rule<Deny> = (approval, { vote }) => {
  const due = escalateIfDue(approval);
  if (due !== undefined) return due;
  const allows = votesOf(approval);
  if (allows.some(({ approver }) => approver === vote.approver)) return refuse("conflict");
  // From here on the deadline is the end of the cool-down.
  const deadlineInMs = approval.request.requirement.coolDownMs;
  const next = { status: "denied", allows, deny: vote, ...retractedOf(approval) } as const;
  return { ...decided(approval, next), deadlineInMs };
};

export const breakGlass: Rule<BreakTheGlass> = (approval, { vote, evidence }) => {
  const due = escalateIfDue(approval);
  if (due !== undefined) return due;
  const { requirement } = approval.request;
  const others = votesOf(approval).filter(({ approver }) => approver !== vote.approver);
  const narrow = { ...vote, uses: 1, minutes: requirement.breakGlass?.minutes ?? 0 };
  const all = granted(requirement, [...others, narrow], stageOf(approval));
  return grant(approval, { ...all, ...retractedOf(approval), breakGlass: { by: vote.approver, evidence } });
};

/** An allow that comes again after the quorum was reached, or a second person's. */
export const allowAgain: Rule<Allow> = ({ state }, { vote }) => {
  const mine = "allows" in state ? state.allows.find(({ approver }) => approver === vote.approver) : undefined;
  if (state.status !== "approved" || mine === undefined) return refuse("closed");
  return isSameWord(mine, vote) ? same : refuse("conflict");
};

export const denyAgain: Rule<Deny> = ({ state }, { vote }) =>
  state.status === "denied" && state.deny.approver === vote.approver ? same : refuse("closed");

export const breakAgain: Rule<BreakTheGlass> = ({ state }, { vote }) =>
  state.status === "approved" && state.breakGlass?.by === vote.approver ? same : refuse("closed");

export const withdraw: Rule<Withdraw> = (_approval, { by, reason }) =>
  end({ status: "cancelled", why: "withdrawn", by: by.subject ?? by.tokenId ?? "", reason });

export const withdrawAgain: Rule<Withdraw> = ({ state }) =>
  state.status === "cancelled" && state.why === "withdrawn" ? same : refuse("closed");

export const supersede: Rule<Supersede> = (_approval, { reason }) =>
  end({ status: "cancelled", why: "superseded", by: "policy", reason });

/** Written anew, so that the store says of this answer too how many replicas have it. */
export const revokeAgain: Rule<Revoke> = ({ state }) => end(state);

/** Whatever the clock or the history says of the grant: it may seem ended here and live on elsewhere. */
export const revoke: Rule<Revoke> = ({ state }, { vote }) => {
  if (state.status !== "approved") return refuse("closed");
  const { approver: by, reason, atMs } = vote;
  return end({ ...state, status: "revoked", by, reason, atMs });
};

export const escalate: Rule<Escalate> = (approval) => {
  if (!isEscalationDue(approval)) return same;
  const { deadlineMs, nowMs, request } = approval;
  const words = { allows: votesOf(approval), ...sinceOf(approval), ...retractedOf(approval) };
  const next = { status: "pending", stage: 1, ...words } as const;
  const { history } = decided(approval, next).condition;
  const deadlineInMs = deadlineMs + request.requirement.decideByMs - nowMs;
  return { kind: "swap", next, condition: { deadline: "passed", history }, deadlineInMs };
};

/** Before a word of anybody: from the deadline on the store judges by the next one. */
function escalateIfDue(approval: StoredApproval): Decision | undefined {
  const step = escalate(approval, { type: "escalate" });
  return step.kind === "swap" ? { ...step, thenDecide: true } : undefined;
}

/** More than anybody takes back by mistake, and little enough to lie in one record. */
const mostRetracted = 20;

const retractedOf = ({ state }: StoredApproval) =>
  "retracted" in state && state.retracted !== undefined ? { retracted: state.retracted } : {};

const sinceOf = ({ state }: StoredApproval) =>
  state.status === "pending" && state.sinceMs !== undefined ? { sinceMs: state.sinceMs } : {};

const isSameWord = (mine: Vote, vote: Vote) => mine.uses === vote.uses && mine.minutes === vote.minutes;

const end = (next: ApprovalState) => ({ kind: "swap", next, condition: always }) as const;

const grant = (approval: StoredApproval, all: Granted) => ({
  ...decided(approval, { status: "approved", ...all }),
  deadlineInMs: grantLengthMs(all.minutes),
});

/** The store judges whether there is still time. What others said under another history is dropped with this write. */
function decided(approval: StoredApproval, next: ApprovalState) {
  const isTimeless = isVoid(approval) || approval.request.requirement.onDeadline === "hold";
  return {
    kind: "swap",
    next,
    condition: {
      deadline: isTimeless ? "any" : "open",
      history: approval.historyCurrent ? "same" : "changed",
    },
  } as const;
}

/** A void grant that is being affirmed again gets the time of a new request. */
const anew = (approval: StoredApproval) =>
  isVoid(approval) ? { deadlineInMs: approval.request.requirement.decideByMs } : {};
