import type { Approvals, Approver, Decided as Outcome } from "@holdpoint/tier2-core";
import type { By, Decided, Subject } from "./subject.js";

export type People = Readonly<Record<By, Approver>>;

export type Desk = Pick<Subject, "decide" | "revoke">;

/** Decides through `tier2.approvals`, in process: each person about what they are shown at that moment. */
export function approvalsDesk(approvals: Approvals, people: People): Desk {
  async function shownTo(approvalId: string, by: By) {
    const approver = people[by];
    const shown = await approvals.get(approvalId, { approver });
    return { approver, actionDigest: shown?.actionDigest ?? "" };
  }
  return {
    async decide(approvalId, decision, reason, by) {
      return decidedBy(await approvals[decision](approvalId, { ...(await shownTo(approvalId, by)), reason }));
    },
    async revoke(approvalId, reason) {
      return decidedBy(await approvals.revoke(approvalId, { ...(await shownTo(approvalId, "first")), reason }));
    },
  };
}

function decidedBy(outcome: Outcome): Decided {
  if (!outcome.ok) return { accepted: false };
  const { status, usesLeft, validUntilMs } = outcome.approval;
  return status === "approved" ? { accepted: true, usesLeft, validUntilMs } : { accepted: true };
}
