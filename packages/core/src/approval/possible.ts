import type { StoredApproval, Vote } from "./approval.js";
import type { ApprovalAction, Approver } from "./approvals.js";
import type { Command } from "./command.js";
import { decide } from "./machine.js";
import { isPast, isSpent } from "./view.js";

type Person = Required<Pick<Approver, "id" | "groups">>;

/** What each action would ask of the machine, by somebody who saw what is there. */
const commands: { readonly [A in ApprovalAction]: (person: Person, vote: Vote) => Command } = {
  allow: (_, vote) => ({ type: "allow", vote }),
  deny: (_, vote) => ({ type: "deny", vote }),
  retract: (person) => ({ type: "retract", by: person, reason, atMs: 0 }),
  withdraw: ({ id }) => ({ type: "withdraw", by: { subject: id }, reason }),
  revoke: (_, vote) => ({ type: "revoke", vote }),
  breakGlass: (_, vote) => ({ type: "breakGlass", vote, evidence: reason }),
  closeReview: (person) => ({ type: "closeReview", by: person, reason, atMs: 0 }),
};
const reason = "possible?";

/** What this person could change now, by the same table that judges it when they do. */
export function possibleFor(approval: StoredApproval, { id, groups }: Person): ApprovalAction[] {
  const { actionDigest } = approval.request;
  const vote: Vote = { approver: id, groups, reason, actionDigest, atMs: 0 };
  const actions = Object.keys(commands) as ApprovalAction[];
  return actions.filter(
    (action) =>
      changes(approval, commands[action]({ id, groups }, vote)) && !(action === "revoke" && isEndedByItself(approval)),
  );
}

/** There is nothing left to end. A revoke is taken all the same: a use may yet come back from an operation in doubt. */
const isEndedByItself = (approval: StoredApproval): boolean =>
  approval.state.status === "approved" &&
  (isSpent(approval.state) || (approval.state.minutes !== null && isPast(approval)));

/** A record that is only brought up to date, or written as it is, has not changed. */
function changes(approval: StoredApproval, command: Command): boolean {
  const decision = decide(approval, command);
  if (decision.kind !== "swap") return false;
  const { next, deadlineInMs, thenDecide } = decision;
  if (thenDecide !== true) return JSON.stringify(next) !== JSON.stringify(approval.state);
  const deadlineMs = deadlineInMs === undefined ? approval.deadlineMs : approval.nowMs + deadlineInMs;
  return changes({ ...approval, state: next, deadlineMs, historyCurrent: true }, command);
}
