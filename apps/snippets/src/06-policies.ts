import { createTier2, type Policy } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";

export const policies = [
  {
    id: "refund-over-100",
    version: 1,
    scope: "named",
    tools: ["refund_order"],
    above: { value: "100.00", currency: "EUR" },
    approvers: ["group:finance"],
    decideByMinutes: 60,
    onDeadline: "escalate",
    escalateTo: ["user:cfo"],
  },
  {
    id: "credentials",
    version: 1,
    scope: "all",
    categories: ["credentials"],
    approvers: ["group:security"],
    quorum: 2,
    validity: { uses: 1, minutes: 30 },
    onDeadline: "lapse",
  },
  {
    id: "stripe-live",
    version: 1,
    scope: "credential",
    credentials: ["stripe-live"],
    approvers: ["group:finance"],
    onDeadline: "lapse",
  },
  {
    id: "night",
    version: 2,
    scope: "destructive",
    when: ({ material }) => (material.count ?? Number.POSITIVE_INFINITY) > 10,
    approvers: ["group:ops"],
    onDeadline: "lapse",
  },
] satisfies Policy[];

export const tier2 = createTier2({
  store: memoryStore(),
  server: "shop",
  policies,
  canDecide: async (approver, approval) => approver.kind === "human" && approval.requester.subject !== approver.id,
});

// @ts-expect-error named without tools
export const bad: Policy = { id: "x", version: 1, scope: "named", approvers: ["a"], onDeadline: "lapse" };
