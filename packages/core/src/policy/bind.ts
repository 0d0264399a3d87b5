import type { PolicyCall } from "./call.js";
import { isDecidedPerCall } from "./per-call.js";
import type { Bind, Policy } from "./policy.js";

/**
 * `tool` and `session` each cover calls that the other does not, so that only `action` is as narrow as both. A session
 * is told by process and credential: without either there is none.
 */
export function bindOf(matched: readonly Policy[], call: PolicyCall): Bind {
  const [first = "action", ...others] = matched.map(({ bind = "action" }) => bind);
  if (others.some((other) => other !== first) || isDecidedPerCall(call)) return "action";
  const { requester, material } = call.facts;
  const hasSession = requester.process !== undefined && material.credential !== undefined;
  return first === "session" && !hasSession ? "action" : first;
}

/** Does a decision that covers `given` cover nothing that `demanded` would not? */
export const isAsNarrow = (given: Bind, demanded: Bind): boolean => given === "action" || given === demanded;
