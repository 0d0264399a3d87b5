/** Who may do what to an approval, whatever became of it: told before anything else. */
import { isEntitled } from "../policy/approvers.js";
import { mayDecide } from "../policy/quorum.js";
import type { Requester } from "../requester.js";
import type { StoredApproval, Vote } from "./approval.js";
import type { Allow, BreakTheGlass, CloseReview, Command, Deny, Refund, Retract, Revoke, Withdraw } from "./command.js";
import type { NotDecided } from "./decision.js";
import { widens } from "./grant.js";
import { stageOf } from "./view.js";

/** Nobody decides about what comes in their own name, however many hands it went through. */
export const isSelf = ({ tokenId, subject, delegation = [] }: Requester, id: string): boolean =>
  [tokenId, subject, ...delegation].includes(id);

/** Undefined: the command may be judged by the table. */
export function personRefusal(approval: StoredApproval, command: Command): NotDecided | undefined {
  switch (command.type) {
    case "allow":
      return (
        voteRefusal(approval, command) ?? (widens(approval.request.requirement, command.vote) ? "too_much" : undefined)
      );
    case "deny":
      return voteRefusal(approval, command);
    case "breakGlass":
      return shownRefusal(approval, command) ?? (isGlassBreaker(approval, personOf(command.vote)) ? undefined : no);
    case "revoke":
      return changed(approval, command) ?? (mayRevoke(approval, command.vote) ? undefined : no);
    case "closeReview":
      return reviewRefusal(approval, command);
    case "refund":
      return refundRefusal(approval, command);
    case "withdraw":
      return isOwn(approval.request.requester, command) ? undefined : "not_requester";
    case "retract":
      return retractRefusal(approval, command);
    default:
      return undefined;
  }
}

const no = "not_entitled";

interface Person {
  readonly id: string;
  readonly groups: readonly string[];
}

const personOf = ({ approver, groups }: Vote): Person => ({ id: approver, groups });

const voteRefusal = (approval: StoredApproval, command: Allow | Deny) =>
  shownRefusal(approval, command) ??
  (mayDecide(approval.request.requirement, personOf(command.vote), stageOf(approval)) ? undefined : no);

function shownRefusal(approval: StoredApproval, command: Allow | Deny | BreakTheGlass) {
  if (isSelf(approval.request.requester, command.vote.approver)) return "self_approval";
  return changed(approval, command);
}

/** What was on the screen is not what this is about. */
const changed = ({ request }: StoredApproval, { vote }: Allow | Deny | BreakTheGlass | Revoke) =>
  vote.actionDigest === request.actionDigest ? undefined : "changed";

const isGlassBreaker = ({ request }: StoredApproval, person: Person): boolean =>
  request.requirement.breakGlass !== undefined && isEntitled(request.requirement.breakGlass.approvers, person);

const isApprover = ({ request }: StoredApproval, person: Person): boolean => mayDecide(request.requirement, person, 1);

/** Ending a grant gives nobody anything, so whoever had a part in it may, and those it was given to. */
function mayRevoke(approval: StoredApproval, vote: Vote): boolean {
  const { state, request } = approval;
  const person = personOf(vote);
  return (
    isApprover(approval, person) ||
    isGlassBreaker(approval, person) ||
    isSelf(request.requester, person.id) ||
    ("allows" in state && state.allows.some(({ approver }) => approver === person.id))
  );
}

function reviewRefusal(approval: StoredApproval, { by }: CloseReview): NotDecided | undefined {
  const { state, request } = approval;
  if (isSelf(request.requester, by.id)) return "self_approval";
  if ("breakGlass" in state && state.breakGlass?.by === by.id) return "own_glass";
  return isApprover(approval, by) || isGlassBreaker(approval, by) ? undefined : no;
}

/** To take a word back gives nobody anything, so whoever said it may, whatever the policies say of them by now. */
function retractRefusal(approval: StoredApproval, { by }: Retract): NotDecided | undefined {
  const { state, request } = approval;
  if (isSelf(request.requester, by.id)) return "self_approval";
  const votes = "allows" in state ? [...state.allows, ...(state.retracted ?? []).map(({ vote }) => vote)] : [];
  return votes.some(({ approver }) => approver === by.id) || isApprover(approval, by) ? undefined : no;
}

/** A use that comes back lets another operation start, so that is a word like any allow. */
function refundRefusal(approval: StoredApproval, { by }: Refund): NotDecided | undefined {
  if (by === undefined) return undefined;
  if (isSelf(approval.request.requester, by.id)) return "self_approval";
  return isApprover(approval, by) ? undefined : no;
}

const isOwn = ({ tokenId, subject }: Requester, { by }: Withdraw): boolean =>
  by.tokenId === tokenId || (by.subject !== undefined && by.subject === subject);
