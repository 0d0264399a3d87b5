import { idIn, kindOfName } from "./approvers.js";
import { shown, unknownMembers } from "./check-value.js";
import type { Policy } from "./policy.js";
import { type Member, policyMembers } from "./policy-members.js";
import { isPlainObject } from "./private-copy.js";

/** All that is wrong with one policy; nothing if it is one. */
export function problemsOf(given: unknown, place: string): readonly string[] {
  if (!isPlainObject(given)) return [`${place} must be a plain object, not ${shown(given)}.`];
  const problems = [
    ...unknownMembers(given, policyMembers, place),
    ...Object.entries(policyMembers).flatMap(([name, member]) => memberProblems(given, name, member, place)),
  ];
  return problems.length > 0 ? problems : contradictions(given as unknown as Policy, place);
}

function memberProblems(
  given: Readonly<Record<string, unknown>>,
  name: string,
  { rule, needed }: Member,
  place: string,
): readonly string[] {
  const at = `${place}.${name}`;
  if (Object.hasOwn(given, name)) {
    const belongs = typeof needed !== "object" || given[needed.where] === needed.says;
    return belongs ? rule(given[name], at) : [`${at} belongs to the ${needed.where} "${needed.says}" only.`];
  }
  if (needed === "always") return [`${at} is missing.`];
  const lacks = needed !== undefined && given[needed.where] === needed.says;
  return lacks ? [`${at} is missing: the ${needed.where} "${needed.says}" needs it.`] : [];
}

/** What only shows when members are read together. */
function contradictions(policy: Policy, place: string): readonly string[] {
  const problems: string[] = [];
  const { approvers, quorum = 1, bind, validity } = policy;
  if (Array.isArray(approvers)) {
    const named: readonly string[] = [...approvers, ...(policy.onDeadline === "escalate" ? policy.escalateTo : [])];
    const all = new Set(named.map(idIn));
    const isCounted = named.every((one) => kindOfName(one) === "person");
    if (isCounted && quorum > all.size) {
      problems.push(`${place}.quorum is ${quorum}, and only ${all.size} may decide: nobody could ever allow anything.`);
    }
  }
  if (bind === "session" && validity?.minutes === undefined) {
    problems.push(`${place}.validity.minutes is missing: the bind "session" needs it, since a session has to end.`);
  }
  return problems;
}
