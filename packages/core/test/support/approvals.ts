import { createHash } from "node:crypto";
import type { Approver } from "../../src/approval/approvals.js";
import type { ApprovalParts } from "../../src/engine/approvals/approval-parts.js";
import { approvalsOf } from "../../src/engine/approvals/decisions.js";
import { type Asked, type Opening, openOrJoin } from "../../src/engine/approvals/open-or-join.js";
import { refund, reserve } from "../../src/engine/approvals/reserve.js";
import type { ApprovalStep } from "../../src/engine/events.js";
import { platform } from "../../src/platform.js";
import type { Requirement } from "../../src/policy/requirement.js";
import type { Requester } from "../../src/requester.js";
import type { Store } from "../../src/store.js";
import { WorldStore } from "./world-store.js";

export const minuteMs = 60_000;

export const human = (id: string, ...groups: string[]): Approver => ({ id, kind: "human", groups });
export const requester: Requester = { tokenId: "agent-7", subject: "user:ada", delegation: ["user:boss"] };

export const requirement = (differing: Partial<Requirement> = {}): Requirement => ({
  matched: [{ id: "payouts", version: 3 }],
  panels: [
    {
      policy: { id: "payouts", version: 3 },
      approvers: ["user:fin", "user:fay", "group:finance"],
      escalateTo: [],
      quorum: 1,
    },
  ],
  quorum: 1,
  uses: 1,
  minutes: null,
  decideByMs: 60 * minuteMs,
  onDeadline: "lapse",
  bind: "action",
  coolDownMs: 0,
  ...differing,
});

export const quorumOf = (quorum: number, differing: Partial<Requirement> = {}): Requirement => {
  const [panel] = requirement().panels;
  return requirement({ quorum, panels: [{ ...(panel as Requirement["panels"][0]), quorum }], ...differing });
};

export const asked = (differing: Partial<Asked> = {}): Asked => ({
  requester,
  server: "shop",
  tool: "pay",
  summary: "Will pay 900 EUR to Acme",
  preview: { to: "acme" },
  params: { to: "acme" },
  material: { amount: { value: "900.00", currency: "EUR" }, destination: "acme" },
  definition: createHash("sha256").update("pay").digest("hex"),
  requirement: requirement(),
  ...differing,
});

/** The parts that approvals need of an engine, on a store of the test. `after` fires at once but in the order of time. */
export function approvalWorld(store: Store = new WorldStore(), differing: Partial<ApprovalParts> = {}) {
  const steps: (ApprovalStep | { readonly type: string })[] = [];
  const parts: ApprovalParts = {
    approvalStore: store,
    server: "shop",
    platform,
    times: { ttlMs: 300_000, retentionMs: 300_000, tombstoneMs: 24 * 60 * minuteMs, leaseMs: 60_000 },
    hooks: {},
    retryPausesMs: [1, 1],
    tell: (_about, step) => void steps.push(step as ApprovalStep),
    journal: undefined,
    event: (about, step) => ({ atMs: 0, server: "shop", ...about, ...(step as ApprovalStep) }),
    ...differing,
  };
  const approvals = approvalsOf(parts);
  const opening: Opening = { accepts: () => true };
  const decision = (actionDigest: string, approver = human("user:fin")) => ({
    approver,
    actionDigest,
    reason: "checked",
  });
  /** Opens, and says which. */
  const request = async (ask: Asked = asked()) => {
    const found = await openOrJoin(parts, ask, opening);
    if (found.kind !== "standing") throw new Error(found.kind);
    return { id: found.approval.id, actionDigest: found.approval.request.actionDigest };
  };
  return {
    parts,
    steps,
    approvals,
    decision,
    request,
    told: (type: string) => steps.filter((step) => step.type === type),
    open: (ask: Asked = asked(), how: Partial<Opening> = {}) => openOrJoin(parts, ask, { ...opening, ...how }),
    /** A granted one. */
    async grant(ask: Asked = asked(), approver = human("user:fin")) {
      const { id, actionDigest } = await request(ask);
      const decided = await approvals.allow(id, decision(actionDigest, approver));
      if (!decided.ok || decided.approval.status !== "approved") throw new Error(JSON.stringify(decided));
      return { id, actionDigest };
    },
    reserve: (id: string, actionDigest: string, operationId: string, differs: Partial<Asked> = {}) => {
      const { material, ...ask } = asked(differs);
      return reserve(parts, id, { ...ask, operationId, actionDigest, credential: material.credential });
    },
    refund: (id: string, operationId: string) => refund(parts, id, operationId),
  };
}
