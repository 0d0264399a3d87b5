import type { Requester } from "../requester.js";
import type { Level } from "../tier.js";
import type { Refusal } from "../wire/envelope.js";

/** The level of a call, or why it cannot have the confirmation that this asks for. */
export type Reachable = { readonly level: Level } | { readonly refusal: Refusal };

/**
 * What policies say comes later: refused here is what nothing provides (L2, and whatever is no level), and a call in nobody's
 * name, whom an approver could not be told from.
 */
export function reachableLevel(level: Level | undefined, { subject }: Requester): Reachable {
  switch (level) {
    case "L1":
      return { level };
    case "L3":
    case "L4":
      return subject === undefined || subject === ""
        ? { refusal: { reason: "level_unavailable", detail: "subject_missing" } }
        : { level };
    default:
      return { refusal: { reason: "level_unavailable" } };
  }
}
