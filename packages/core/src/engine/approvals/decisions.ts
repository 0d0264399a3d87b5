import type { StoredApproval, Vote } from "../../approval/approval.js";
import type { Approval, ApprovalAction, Approvals, Approver, Decided } from "../../approval/approvals.js";
import type { Command } from "../../approval/command.js";
import { approverOf, textOf, voteOf } from "../../approval/given.js";
import { decide } from "../../approval/machine.js";
import { shown } from "../../approval/shown.js";
import { isReviewOpen, needsLeave, shownTo, type Viewer } from "../../approval/shown-to.js";
import { type Requester, requesterOf } from "../../requester.js";
import { putOnRecord } from "../on-record.js";
import { afterStarts } from "./after-starts.js";
import type { ApprovalParts } from "./approval-parts.js";
import { findApproval } from "./find-approval.js";
import { listApprovals, rowFor } from "./list-approvals.js";
import { mayBeAsked } from "./may-decide.js";
import { demandReplicated } from "./reserve.js";
import { stepOf } from "./step-of.js";
import { type Transition, transition } from "./transition.js";

type Refused = Extract<Decided, { ok: false }>["reason"];
/** What people say, of all that may befall an approval. */
type Word = Extract<Command, { type: ApprovalAction }>;
/** Absent: a program takes back its own request. */
type By = Viewer | undefined;
type Given = { readonly approver: Approver };

/** The one place where people decide. */
export function approvalsOf(parts: ApprovalParts): Approvals {
  const look = (approval: StoredApproval, by: By): Approval =>
    by === undefined ? shown(approval) : shownTo(approval, by);
  const refused = (reason: Refused, approval?: StoredApproval | null, by?: By): Decided => ({
    ok: false,
    reason,
    ...(approval && { approval: look(approval, by) }),
  });

  /** A word of a person: read once, judged by the table, put to the application, and written. */
  async function speak(id: string, given: Given, commandOf: (vote: Vote) => Word | undefined): Promise<Decided> {
    const approver = approverOf(given?.approver);
    if (approver === undefined) return refused("not_entitled");
    const vote = voteOf(approver, given, parts.platform.wallMs());
    const command = vote && commandOf(vote);
    if (command === undefined) return refused("invalid");
    return settle(id, command, approver);
  }

  /** The same without a digest: about what is this person's own, or whatever was shown. */
  async function speakOf(
    id: string,
    given: Given & { readonly reason: string },
    commandOf: (about: { by: Required<Approver>; reason: string; atMs: number }) => Word,
  ): Promise<Decided> {
    const approver = approverOf(given?.approver);
    const reason = textOf(given?.reason);
    if (approver === undefined) return refused("not_entitled");
    if (reason === undefined) return refused("invalid");
    return settle(id, commandOf({ by: approver, reason, atMs: parts.platform.wallMs() }), approver);
  }

  async function settle(id: string, command: Word, approver?: Approver): Promise<Decided> {
    const standing = await findApproval(parts, id);
    if (standing === undefined) return refused("not_found");
    // The application is not asked about what cannot be.
    const foreseen = decide(standing, command);
    const by = approver && { approver, isAllowed: true };
    if (foreseen.kind === "refuse") return refused(foreseen.why as Refused, standing, by);
    if (by !== undefined && needsLeave(command.type) && !(await mayBeAsked(parts, by.approver, standing))) {
      return refused("not_permitted", standing, { ...by, isAllowed: false });
    }
    return answer(command, await transition(parts, id, command), by);
  }

  async function answer(command: Command, outcome: Transition, by: By): Promise<Decided> {
    const { approval } = outcome;
    if (outcome.kind === "refuse") return refused(outcome.why as Refused, approval, by);
    if (approval === null) return refused("not_found");
    if (command.type === "revoke") await afterStarts(parts, outcome);
    if (outcome.kind === "done") {
      const { tool, requester } = approval.request;
      const step = stepOf(command, approval);
      if (step !== undefined) await putOnRecord(parts, { tool, requester }, step);
      demandReplicated(parts, outcome);
    }
    return { ok: true, approval: look(approval, by) };
  }

  return {
    list: (query) => listApprovals(parts, query, { list: "approvals", isAmong: () => true }),
    reviewItems: (query) => listApprovals(parts, query, { list: "review items", isAmong: isReviewOpen }),
    async get(id, viewer) {
      const approver = approverOf(viewer?.approver);
      const approval = approver && (await findApproval(parts, id));
      return approval && rowFor(parts, approval, approver);
    },
    allow: (id, decision) => speak(id, decision, (vote) => ({ type: "allow", vote })),
    deny: (id, decision) => speak(id, decision, ({ uses: _, minutes: __, ...vote }) => ({ type: "deny", vote })),
    retract: (id, given) => speakOf(id, given, (about) => ({ type: "retract", ...about })),
    revoke: (id, decision) => speak(id, decision, (vote) => ({ type: "revoke", vote })),
    breakGlass: (id, decision) =>
      speak(id, decision, (vote) => {
        const evidence = textOf(decision.evidence);
        return evidence === undefined ? undefined : { type: "breakGlass", vote, evidence };
      }),
    async withdraw(id, given) {
      const { requester: asker, approver: person, reason: why } = { ...given } as Record<string, unknown>;
      const reason = textOf(why);
      const requester = requesterOf(asker as Requester | undefined);
      const approver = approverOf(person);
      const by = requester ?? (approver && { subject: approver.id });
      if (by === undefined) return refused("not_entitled");
      if (reason === undefined) return refused("invalid");
      const { subject } = by;
      const tokenId = "tokenId" in by ? by.tokenId : undefined;
      const names = { ...(tokenId !== undefined && { tokenId }), ...(subject !== undefined && { subject }) };
      return settle(id, { type: "withdraw", by: names, reason }, approver);
    },
    closeReview: (id, given) => speakOf(id, given, (about) => ({ type: "closeReview", ...about })),
  };
}
