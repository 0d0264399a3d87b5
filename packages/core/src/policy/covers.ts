import { mayApply } from "./applies.js";
import { isCatchAll } from "./approvers.js";
import type { Callee } from "./call.js";
import type { Policy } from "./policy.js";

/** May a policy ever apply to this tool? Amounts, conditions and credentials are known per call only, so they count as met. */
export function covers(policies: readonly Policy[], callee: Callee): boolean {
  return policies.some((policy) => mayApply(policy, callee));
}

/** The policies by which anybody may decide: worth a warning. What a function names is not known before it is asked. */
export function catchAlls(policies: readonly Policy[]): readonly Policy[] {
  return policies.filter((policy) =>
    [
      policy.approvers,
      policy.onDeadline === "escalate" ? policy.escalateTo : undefined,
      policy.breakGlass?.approvers,
    ].some(isCatchAll),
  );
}
