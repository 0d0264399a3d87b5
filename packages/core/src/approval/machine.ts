/**
 * The approval machine. Pure: no I/O, clock, randomness or digest. Only people move a request to `approved`, and nothing
 * comes back from an end.
 *
 *            quorum of allows              uses spent
 *  pending ───────────────────▶ approved ────────────▶ (exhausted)
 *    │ │ │ └─ retract one's own allow ─▶ pending without it
 *    │ │ └─ deny ─▶ denied         │ └─ revoke ─▶ revoked
 *    │ └─ withdraw, supersede ─▶ cancelled
 *    └─ decide-by passed ─▶ (lapsed), or the next approvers, or held
 *
 * Those in brackets are views (view.ts). A grant of another history reads as pending: the approvers say it again.
 */
import type { ApprovalStatus, StoredApproval } from "./approval.js";
import type { Command } from "./command.js";
import { isCovered } from "./coverage.js";
import { type Decision, refuse, same } from "./decision.js";
import {
  allow,
  allowAgain,
  breakAgain,
  breakGlass,
  deny,
  denyAgain,
  escalate,
  no,
  nothing,
  type Row,
  type Rule,
  retract,
  revoke,
  revokeAgain,
  supersede,
  withdraw,
  withdrawAgain,
} from "./rules.js";
import { closeReview, giveBack, spend, spendAgain, unused } from "./use-rules.js";
import { statusOf } from "./view.js";
import { personRefusal } from "./who.js";

const closed = no("closed");
const conflict = no("conflict");

/** Every status × every command. */
const table: { readonly [S in ApprovalStatus]: Row } = {
  pending: {
    ...{ allow, retract, deny, withdraw, supersede, revoke, reserve: unused, refund: nothing, breakGlass },
    ...{ closeReview: closed, escalate },
  },
  approved: {
    ...{
      allow: allowAgain,
      retract: closed,
      deny: conflict,
      withdraw: closed,
      supersede: closed,
      revoke,
      reserve: spend,
    },
    ...{ refund: giveBack, breakGlass: breakAgain, closeReview, escalate: nothing },
  },
  exhausted: {
    ...{
      allow: allowAgain,
      retract: closed,
      deny: conflict,
      withdraw: closed,
      supersede: closed,
      revoke,
      reserve: spendAgain,
    },
    ...{ refund: giveBack, breakGlass: breakAgain, closeReview, escalate: nothing },
  },
  lapsed: {
    ...{
      allow: allowAgain,
      retract: closed,
      deny: closed,
      withdraw: closed,
      supersede: closed,
      revoke,
      reserve: no("lapsed"),
    },
    ...{ refund: nothing, breakGlass: breakAgain, closeReview, escalate: nothing },
  },
  denied: {
    ...{
      allow: conflict,
      retract: closed,
      deny: denyAgain,
      withdraw: closed,
      supersede: closed,
      revoke: closed,
      reserve: no("denied"),
    },
    ...{ refund: nothing, breakGlass: conflict, closeReview: closed, escalate: nothing },
  },
  cancelled: {
    ...{ allow: closed, retract: closed, deny: closed, withdraw: withdrawAgain, supersede: nothing, revoke: closed },
    ...{ reserve: no("cancelled"), refund: nothing, breakGlass: closed, closeReview: closed, escalate: nothing },
  },
  revoked: {
    ...{
      allow: closed,
      retract: closed,
      deny: closed,
      withdraw: closed,
      supersede: closed,
      revoke: revokeAgain,
      reserve: no("revoked"),
    },
    ...{ refund: nothing, breakGlass: closed, closeReview, escalate: nothing },
  },
};

/** What this command does to this approval (null: the store has none). Who may is told before how it stands. */
export function decide(approval: StoredApproval | null, command: Command): Decision {
  if (approval === null) return command.type === "refund" || command.type === "escalate" ? same : refuse("not_found");
  const refused = personRefusal(approval, command);
  if (refused !== undefined) return refuse(refused);
  if (command.type === "reserve" && !isCovered(approval, command.use)) return refuse("not_covered");
  return (table[statusOf(approval)][command.type] as Rule<Command>)(approval, command);
}
