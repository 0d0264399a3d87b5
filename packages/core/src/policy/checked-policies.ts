import { Tier2Error } from "../errors.js";
import { problemsOf } from "./check-policy.js";
import { shown } from "./check-value.js";
import type { Policy } from "./policy.js";
import { privateCopy } from "./private-copy.js";

/**
 * A frozen copy of policies that hold together.
 *
 * @throws Tier2Error `invalid_setup`, naming the place of every mistake, such as `policies[2].validity.uses`.
 */
export function checkedPolicies(given: unknown): readonly Policy[] {
  const policies = privateCopy(given);
  const problems = Array.isArray(policies)
    ? [...policies.flatMap((policy, index) => problemsOf(policy, `policies[${index}]`)), ...repeatedIds(policies)]
    : [`policies must be a list, not ${shown(policies)}.`];
  if (problems.length > 0) throw new Tier2Error("invalid_setup", problems.join("\n"));
  return policies as readonly Policy[];
}

/** A record names a policy by its id. */
function repeatedIds(policies: readonly unknown[]): string[] {
  const ids = policies.map((policy) => (policy as { id?: unknown } | null | undefined)?.id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== "string" || first === index) return [];
    return [`policies[${index}].id is ${shown(id)}, as is that of policies[${first}].`];
  });
}
