import fc from "fast-check";
import type { Vote } from "../../src/approval/approval.js";
import { type Category, categories } from "../../src/classification/classification.js";
import type { PolicyCall } from "../../src/policy/call.js";
import type { Bind, Checkpoint, Policy } from "../../src/policy/policy.js";
import type { Requirement } from "../../src/policy/requirement.js";
import { type Demand, requirementFor } from "../../src/policy/requirement-for.js";
import type { Material } from "../../src/tool/material.js";

/** Some members of a policy of any scope. */
export type Said<One = Policy> = One extends unknown ? Partial<One> : never;

/** A policy of the scope `all`, but for what is said of it. */
export const policy = (said: Said = {}): Policy =>
  ({ id: "p", version: 1, scope: "all", approvers: ["group:ops"], onDeadline: "lapse", ...said }) as Policy;

export interface CallSaid extends Partial<Omit<PolicyCall, "facts">> {
  readonly material?: Material;
  readonly requester?: PolicyCall["facts"]["requester"];
}

/** A call of a destructive tool that needs nobody by itself, but for what is said of it. */
export function call({ material = {}, requester = { tokenId: "t1" }, ...said }: CallSaid = {}): PolicyCall {
  const tool = said.tool ?? "purge";
  return {
    server: "shop",
    tool,
    definition: { category: "delete", mutates: "destructive", discloses: "nothing" },
    level: "L1",
    facts: { tool, material, params: {}, requester },
    ...said,
  };
}

export function required(demand: Demand): Requirement {
  if (demand.kind !== "required") throw new Error(`nothing is required: ${demand.kind}`);
  return demand.requirement;
}

export const requirement = (policies: readonly Policy[], said: CallSaid = {}): Requirement =>
  required(requirementFor(policies, call(said)));

export const vote = (approver: string, ...groups: string[]): Vote => ({
  approver,
  groups,
  reason: "looked at it",
  actionDigest: "d",
  atMs: 0,
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const seldom = <T>(value: fc.Arbitrary<T>) => maybe(maybe(maybe(value)));
const names = fc.uniqueArray(fc.constantFrom("user:ann", "user:bob", "group:ops", "group:finance", "*"), {
  minLength: 1,
});
const minutes = fc.constantFrom(1, 5, 30);
const scope = fc.oneof(
  fc.constant({ scope: "named", tools: ["purge"] } as const),
  fc.constant({ scope: "destructive" } as const),
  fc.constant({ scope: "all" } as const),
  fc.constant({ scope: "credential", credentials: ["live"] } as const),
);
const deadline = fc.oneof(
  fc.constant({ onDeadline: "lapse" } as const),
  fc.constant({ onDeadline: "hold" } as const),
  names.map((escalateTo) => ({ onDeadline: "escalate", escalateTo }) as const),
);

const body = fc.record(
  {
    id: fc.string(),
    version: fc.nat({ max: 9 }),
    approvers: names,
    server: maybe(fc.constantFrom("shop", "shop", "shop", "other")),
    categories: maybe(fc.subarray<Category>([...categories], { minLength: 1 })),
    above: maybe(fc.constantFrom({ value: "100", currency: "EUR" }, { value: "5", currency: "USD" })),
    when: maybe(fc.boolean().map((answer) => () => answer)),
    requires: seldom(fc.subarray<keyof Material>(["amount", "credential", "target"])),
    quorum: maybe(fc.integer({ min: 1, max: 3 })),
    validity: maybe(fc.record({ uses: maybe(fc.integer({ min: 1, max: 5 })), minutes: maybe(minutes) })),
    decideByMinutes: maybe(minutes),
    bind: maybe(fc.constantFrom<Bind>("action", "tool", "session")),
    checkpoint: maybe(fc.constantFrom<Checkpoint>("before", "instead", "after")),
    coolDownMinutes: maybe(minutes),
    breakGlass: maybe(fc.record({ approvers: names, minutes })),
  },
  { requiredKeys: ["id", "version", "approvers"] },
);

/** Any one policy. */
export const anyPolicy = fc.tuple(scope, deadline, body).map((parts) => Object.assign({}, ...parts) as Policy);

/** Any policies, of distinct ids. */
export const anyPolicies = fc.uniqueArray(anyPolicy, { selector: ({ id }) => id, maxLength: 5 });

/** Calls that every kind of policy may apply to. */
export const anyCall = fc
  .record({
    definition: fc.constantFrom<PolicyCall["definition"]>(
      {},
      { category: "delete", mutates: "destructive" },
      { category: "bulk", mutates: "reversible", discloses: "nothing" },
      { mutates: "nothing" },
      { category: "refund" },
    ),
    level: fc.constantFrom("L1", "L2", "L3", "L4"),
    hints: maybe(fc.record({ destructiveHint: maybe(fc.boolean()) })),
    requester: fc.constantFrom({ tokenId: "t1" }, { tokenId: "t1", process: "p1" }),
    material: fc.record(
      {
        amount: fc.constantFrom({ value: "100.00", currency: "EUR" }, { value: "100.01", currency: "EUR" }),
        credential: fc.constantFrom("live", "test"),
        target: fc.constant("order:1"),
      },
      { requiredKeys: [] },
    ),
  })
  .map((said) => call(said as CallSaid));

const people = [
  vote("user:ann"),
  vote("user:bob", "ops"),
  vote("user:cat", "finance"),
  vote("user:dan", "ops", "finance"),
  vote("user:eve"),
];

/** Any decision that stands, by any of five people; by all of them and just now as often as not. */
export const anyGiven = fc.record({
  allows: fc.oneof(fc.constant(people), fc.subarray(people)),
  stage: fc.constantFrom(0 as const, 1 as const),
  bind: fc.constantFrom<Bind>("action", "action", "tool", "session"),
  uses: fc.constantFrom(null, 1, 2, 5),
  minutes: fc.constantFrom(null, 1, 5, 30),
  spentCount: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
  ageMs: fc.oneof(fc.constant(0), fc.constantFrom(59_999, 60_000, 300_000, 1_799_999)),
  breakGlass: seldom(fc.constantFrom(...people).map(({ approver }) => ({ by: approver }))),
});
