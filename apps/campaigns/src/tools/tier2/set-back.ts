import type { Reversibility } from "@holdpoint/tier2-core";

/** Undone by the same kind of call with the former value, but not for what happened meanwhile. */
export const setBack = (former: string, cost: string, consumedBy: string): Reversibility => ({
  kind: "costly",
  cost,
  by: "whoever may confirm this tool",
  evidence: former,
  until: null,
  consumedBy,
});
