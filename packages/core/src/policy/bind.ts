import type { PolicyCall } from "./call.js";
import { isDecidedPerCall } from "./per-call.js";
import type { Bind, Policy } from "./policy.js";

/** Each covers what those before it do, and more. */
const narrowestFirst = ["action", "session", "tool"] as const satisfies readonly Bind[];

/** The narrowest of all, and never more than the action that was shown for what has to be decided call by call. */
export function bindOf(matched: readonly Policy[], call: PolicyCall): Bind {
  if (isDecidedPerCall(call)) return "action";
  const bind = narrowestFirst.find((one) => matched.some((policy) => (policy.bind ?? "action") === one)) ?? "action";
  const { requester, material } = call.facts;
  // A session is told by process and credential: without either there is none.
  const hasSession = requester.process !== undefined && material.credential !== undefined;
  return bind === "session" && !hasSession ? "action" : bind;
}

/** Does a decision that covers `given` cover nothing that `demanded` would not? */
export const isAsNarrow = (given: Bind, demanded: Bind): boolean =>
  narrowestFirst.indexOf(given) <= narrowestFirst.indexOf(demanded);
