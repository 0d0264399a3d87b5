import type { Callee, PolicyCall } from "./call.js";
import { isDestructive } from "./destructive.js";
import type { Policy, PolicyScope } from "./policy.js";

type Of<Scope extends Policy["scope"]> = PolicyScope & { readonly scope: Scope };

interface ScopeRule<Scope extends Policy["scope"]> {
  /** The highest of all that match names the approvers. */
  readonly specificity: number;
  readonly matches: (scope: Of<Scope>, call: PolicyCall) => boolean;
  /** Could it match a call of this tool, whatever the call carries? */
  readonly mayMatch: (scope: Of<Scope>, callee: Callee) => boolean;
}

const named = ({ tools }: Of<"named">, { tool }: Callee) => tools.includes(tool);
const always = () => true;

/** Seed 002: named before destructive before all. A credential constrains what those decide. */
const scopes: { readonly [Scope in Policy["scope"]]: ScopeRule<Scope> } = {
  named: { specificity: 3, matches: named, mayMatch: named },
  destructive: {
    specificity: 2,
    matches: (_, call) => isDestructive(call),
    mayMatch: (_, callee) => isDestructive(callee),
  },
  all: { specificity: 1, matches: always, mayMatch: always },
  credential: {
    specificity: 0,
    matches: ({ credentials }, { facts }) => credentials.some((name) => name === facts.material.credential),
    mayMatch: always, // which credential a call uses is known from its preview only
  },
};

const ruleOf = (policy: Policy) => scopes[policy.scope] as ScopeRule<Policy["scope"]>;

export const specificityOf = (policy: Policy): number => ruleOf(policy).specificity;
export const scopeMatches = (policy: Policy, call: PolicyCall): boolean => ruleOf(policy).matches(policy, call);
export const scopeMayMatch = (policy: Policy, callee: Callee): boolean => ruleOf(policy).mayMatch(policy, callee);
