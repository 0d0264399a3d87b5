import type { Policy } from "@holdpoint/tier2-core";

/** Deletions of up to this many things are the caller's own to confirm. */
const fewThings = 1000;

/** Which calls need somebody's consent. Up to these limits, the caller's own confirmation is enough. */
export const policies = [
  {
    id: "production-migration",
    version: 1,
    scope: "named",
    tools: ["apply_migration"],
    requires: ["target", "currentState", "expectedOutcome", "reversibility"],
    approvers: ["group:ops"],
    validity: { uses: 1, minutes: 30 },
    onDeadline: "lapse",
    breakGlass: { approvers: ["group:ops"], minutes: 10 },
  },
  {
    id: "large-budget",
    version: 1,
    scope: "named",
    tools: ["update_source_campaign_budget"],
    above: { value: "5000.00", currency: "EUR" },
    approvers: ["group:finance"],
    onDeadline: "escalate",
    escalateTo: ["group:ops"],
  },
  {
    id: "large-payout",
    version: 1,
    scope: "named",
    tools: ["update_offer_payout"],
    above: { value: "50.00", currency: "USD" },
    approvers: ["group:finance"],
    onDeadline: "lapse",
  },
  {
    id: "large-deletion",
    version: 1,
    scope: "destructive",
    categories: ["delete"],
    when: ({ material }) => (material.count ?? Number.POSITIVE_INFINITY) > fewThings,
    approvers: ["group:ops"],
    onDeadline: "lapse",
  },
  {
    id: "very-large-amount",
    version: 1,
    scope: "all",
    categories: ["budget", "payout", "refund"],
    when: ({ material }) => material.amount !== undefined && Math.abs(Number(material.amount.value)) > 10_000,
    approvers: ["group:finance", "group:ops"],
    quorum: 2,
    onDeadline: "lapse",
  },
] satisfies Policy[];
