import type { Approver } from "../approval/approvals.js";
import { approvalMeta } from "../wire/approval-pending.js";
import type { Answer } from "../wire/reply.js";
import { releaseFingerprint } from "./duplicates.js";
import { putOnRecord } from "./on-record.js";
import type { Parts, Subject } from "./parts.js";
import { giveBack } from "./permit.js";
import type { Proposal } from "./proposal.js";
import { recordAnswer } from "./record-answer.js";
import { redactor } from "./redact.js";
import { resultDigest } from "./result-digest.js";
import { transition } from "./transition.js";

/** The person who says what became of an operation; absent, its system of record does. */
interface SaidBy {
  readonly by: Required<Approver>;
  readonly reason: string;
}

/** Records what became of a claim that went silent. True if its outcome is recorded now, by whomever. */
export async function recordSettlement(
  parts: Parts,
  { id, proposal, about }: { id: string; proposal: Proposal; about: Subject & { readonly operationId: string } },
  answer: Answer,
  saidBy?: SaidBy,
): Promise<"settled" | "already_settled" | "not_in_doubt"> {
  const { approval } = proposal;
  const outcome = answer.body.status === "ok" ? "completed" : "not_executed";
  // Whoever confirms again hears a replay, so what only a first answer may tell is told to nobody.
  const { resultSecrets } = parts.definitions.get(proposal.tool) ?? {};
  const whole = outcome === "completed" ? { ...answer, ...besideOf(proposal, about.operationId) } : answer;
  const { data } = recordAnswer(whole, redactor([]), parts.maxResultBytes, resultSecrets);
  const settled = await transition(parts, id, { type: "settle", outcome, data });
  if (settled.kind !== "done") {
    return settled.kind === "reject" && settled.why === "already_settled" ? "already_settled" : "not_in_doubt";
  }
  const told = saidBy && { by: saidBy.by.id, reason: saidBy.reason };
  const result = outcome === "completed" ? { resultDigest: resultDigest(parts.platform, data) } : {};
  await putOnRecord(parts, about, { type: "reconciled", outcome, ...told, ...result });
  const like = { tokenId: about.requester.tokenId, tool: about.tool, params: proposal.params };
  releaseFingerprint(parts, like, { id, operationId: about.operationId }, { ran: outcome === "completed" });
  if (outcome === "not_executed" && approval !== undefined) await giveBack(parts, approval.id, about, saidBy?.by);
  return "settled";
}

/** What the grant has left is not known any more, nor does it matter: the operation is told of once more. */
function besideOf({ approval }: Proposal, operationId: string): Pick<Answer, "approval"> {
  const [policy] = approval?.requested ?? [];
  if (approval === undefined || policy === undefined) return {};
  return { approval: approvalMeta({ id: approval.id, status: "approved", policy, operationId }) };
}
