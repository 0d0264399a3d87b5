import { isAbove } from "./amount.js";
import { type Callee, factsFor, type PolicyCall } from "./call.js";
import { countsAs } from "./category.js";
import type { Policy, PolicyFacts } from "./policy.js";
import { scopeMatches, scopeMayMatch } from "./scope.js";

/** Does a policy apply to this call? All that it says about calls has to hold; what cannot be told holds. */
export function applies(policy: Policy, call: PolicyCall): boolean {
  const { above, when } = policy;
  return (
    concerns(policy, call) &&
    scopeMatches(policy, call) &&
    (above === undefined || isAbove(call.facts.material.amount, above)) &&
    (when === undefined || holds(when, factsFor(call)))
  );
}

/** Could it apply to some call of this tool? */
export function mayApply(policy: Policy, callee: Callee): boolean {
  return concerns(policy, callee) && scopeMayMatch(policy, callee);
}

function concerns({ server, categories }: Policy, callee: Callee): boolean {
  return (
    (server === undefined || server === callee.server) &&
    (categories === undefined || categories.some((category) => countsAs(category, callee)))
  );
}

/** Only a plain `false` spares a call: what throws, or answers a promise or nothing, has not said that it may pass. */
function holds(when: (facts: PolicyFacts) => boolean, facts: PolicyFacts): boolean {
  try {
    return when(facts) !== false;
  } catch {
    return true;
  }
}
