import { mayApply } from "./applies.js";
import { isCatchAll } from "./approvers.js";
import type { Callee } from "./call.js";
import type { Policy } from "./policy.js";

/** May a policy ever apply to this tool? Amounts, conditions and credentials are known per call only, so they count as met. */
export function covers(policies: readonly Policy[], callee: Callee): boolean {
  return policies.some((policy) => mayApply(policy, callee));
}

/**
 * May one apply to a tool that its operator lets run at once? That calls it harmless, which an annotation may contradict;
 * and what has no preview names no credential.
 */
export function coversAtOnce(policies: readonly Policy[], callee: Omit<Callee, "definition">): boolean {
  const definition = { mutates: "nothing", discloses: "ordinary" } as const;
  return covers(
    policies.filter(({ scope }) => scope !== "credential"),
    { ...callee, definition },
  );
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
