import { expect, test } from "vitest";
import { checkedPolicies } from "../../src/policy/checked-policies.js";
import type { Policy } from "../../src/policy/policy.js";

/** As users write them. */
const policies = [
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
    onDeadline: "hold",
  },
  {
    id: "night",
    version: 2,
    scope: "destructive",
    when: ({ material }) => (material.count ?? Number.POSITIVE_INFINITY) > 10,
    approvers: ({ material }) => [`group:${material.target}`],
    onDeadline: "lapse",
  },
] satisfies Policy[];

test("what the compiler accepts is accepted at start-up", () => {
  expect(checkedPolicies(policies)).toEqual(policies);
});

test("what the compiler refuses is refused at start-up", () => {
  const rest = { id: "x", version: 1, approvers: ["user:ann"] } as const;
  const refused: Policy[] = [
    // @ts-expect-error named without tools
    { ...rest, scope: "named", onDeadline: "lapse" },
    // @ts-expect-error a credential that is not named
    { ...rest, scope: "credential", onDeadline: "lapse" },
    // @ts-expect-error what becomes of it is not said
    { ...rest, scope: "all" },
    // @ts-expect-error to whom?
    { ...rest, scope: "all", onDeadline: "escalate" },
    // @ts-expect-error time never approves
    { ...rest, scope: "all", onDeadline: "approve" },
    // @ts-expect-error no such category
    { ...rest, scope: "all", onDeadline: "lapse", categories: ["refunds"] },
    // @ts-expect-error no such fact
    { ...rest, scope: "all", onDeadline: "lapse", requires: ["sum"] },
    // @ts-expect-error money is never a float
    { ...rest, scope: "all", onDeadline: "lapse", above: { value: 100, currency: "EUR" } },
  ];
  for (const one of refused) expect(() => checkedPolicies([one])).toThrow(/^policies\[0\]\./);
});
