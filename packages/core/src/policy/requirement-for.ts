import type { Level } from "../tier.js";
import type { Material } from "../tool/material.js";
import { applies } from "./applies.js";
import type { PolicyCall } from "./call.js";
import { combined, inOrder, refOf } from "./combined.js";
import type { Policy, PolicyRef } from "./policy.js";
import { peopleOfLevel } from "./quorum.js";
import type { Requirement } from "./requirement.js";

/** What the policies answer about one call. */
export type Demand =
  /** No policy applies, and the tool does not demand one. */
  | { readonly kind: "free" }
  | { readonly kind: "required"; readonly requirement: Requirement }
  /** Facts without which nobody can decide: refused rather than shown half empty. */
  | { readonly kind: "missing"; readonly facts: readonly (keyof Material)[]; readonly policies: readonly PolicyRef[] }
  /** The tool demands an approver, and no policy says who that is: refused. */
  | { readonly kind: "uncovered"; readonly level: Level };

export function requirementFor(policies: readonly Policy[], call: PolicyCall): Demand {
  const matched = inOrder(policies.filter((policy) => applies(policy, call)));
  if (matched.length === 0) {
    return peopleOfLevel[call.level] === 0 ? { kind: "free" } : { kind: "uncovered", level: call.level };
  }
  const lacks = ({ requires = [] }: Policy) => requires.filter((fact) => call.facts.material[fact] === undefined);
  const lacking = matched.filter((policy) => lacks(policy).length > 0);
  if (lacking.length > 0) {
    return { kind: "missing", facts: [...new Set(lacking.flatMap(lacks))].sort(), policies: lacking.map(refOf) };
  }
  return { kind: "required", requirement: combined(matched, call) };
}
