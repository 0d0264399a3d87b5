import type { Approval, Decided } from "@holdpoint/tier2-core";
import { type Endpoint, get, post } from "./endpoint.js";
import { digest, evidence, minutes, optional, paged, reason, status, tool, uses } from "./fields.js";
import { done, problem, type ReviewReply } from "./review-reply.js";
import { settlementOf, settlementRules } from "./settlement.js";
import { wireApproval, wireInDoubt } from "./wire-approval.js";

/** What was on the screen, and why. */
const decision = { action_digest: digest, reason };

/** The closed table of endpoints. Whatever changes something is a POST. */
export const endpoints: readonly Endpoint[] = [
  get("/approvals", { status: optional(status), tool: optional(tool), ...paged }, async ({ approvals }, asked) =>
    pageOf(wireApproval, await approvals.list({ approver: asked.approver, ...asked.members })),
  ),
  get("/approvals/:id", {}, async ({ approvals }, { id, approver }) => {
    const approval = await approvals.get(id, { approver });
    return approval === undefined ? problem("not_found") : done({ approval: wireApproval(approval) });
  }),
  post(
    "/approvals/:id/allow",
    { ...decision, uses: optional(uses), minutes: optional(minutes) },
    async ({ approvals }, { id, approver, members: { action_digest: actionDigest, ...narrowed } }) =>
      decided(await approvals.allow(id, { approver, actionDigest, ...narrowed })),
  ),
  post("/approvals/:id/deny", decision, async ({ approvals }, { id, approver, members }) =>
    decided(await approvals.deny(id, { approver, actionDigest: members.action_digest, reason: members.reason })),
  ),
  post("/approvals/:id/revoke", decision, async ({ approvals }, { id, approver, members }) =>
    decided(await approvals.revoke(id, { approver, actionDigest: members.action_digest, reason: members.reason })),
  ),
  post("/approvals/:id/withdraw", { reason }, async ({ approvals }, { id, approver, members }) =>
    decided(await approvals.withdraw(id, { approver, reason: members.reason })),
  ),
  post("/approvals/:id/retract", { reason }, async ({ approvals }, { id, approver, members }) =>
    decided(await approvals.retract(id, { approver, reason: members.reason })),
  ),
  post(
    "/approvals/:id/break-glass",
    { ...decision, evidence },
    async ({ approvals }, { id, approver, members: { action_digest: actionDigest, ...why } }) =>
      decided(await approvals.breakGlass(id, { approver, actionDigest, ...why })),
  ),
  get("/review-items", paged, async ({ approvals }, { approver, members }) =>
    pageOf(wireApproval, await approvals.reviewItems({ approver, ...members })),
  ),
  post("/review-items/:id/close", { reason }, async ({ approvals }, { id, approver, members }) =>
    decided(await approvals.closeReview(id, { approver, reason: members.reason })),
  ),
  get("/in-doubt", paged, async ({ operations }, { approver, members }) =>
    pageOf(wireInDoubt, await operations.inDoubt({ approver, ...members })),
  ),
  post("/in-doubt/:id/settle", settlementRules, async ({ operations }, { id, approver, members }) => {
    const { reason, ...said } = members;
    const settlement = settlementOf(said);
    if (!("as" in settlement)) return problem("invalid_request", settlement);
    const settled = await operations.settle(id, { by: approver, reason, as: settlement.as });
    if (settled.ok) return done({ operation_id: id, outcome: said.outcome });
    return problem(settled.reason === "unknown" ? "invalid_request" : settled.reason);
  }),
];

const approvalOf = (approval: Approval | undefined) =>
  approval === undefined ? {} : { approval: wireApproval(approval) };

const decided = (result: Decided): ReviewReply =>
  result.ok ? done(approvalOf(result.approval)) : problem(result.reason, approvalOf(result.approval));

const pageOf = <T>(wire: (item: T) => object, { items, cursor }: { items: T[]; cursor?: string }): ReviewReply =>
  done({ items: items.map(wire), ...(cursor !== undefined && { cursor }) });
