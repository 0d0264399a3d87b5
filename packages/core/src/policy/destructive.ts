import type { Callee } from "./call.js";

/**
 * Does a tool count as destructive? Unless its operator said otherwise, it does. An annotation says so too, and never
 * the contrary: it is a claim of whoever wrote the server, not a judgement of whoever runs it (seed 001).
 */
export function isDestructive({ definition, hints }: Pick<Callee, "definition" | "hints">): boolean {
  const { mutates, destructive } = definition;
  if (hints?.destructiveHint === true || destructive === true) return true;
  return mutates === undefined ? destructive !== false : mutates !== "nothing" && mutates !== "reversible";
}
