import type { Requester } from "../requester.js";
import type { Level } from "../tier.js";
import type { Refusal } from "../wire/envelope.js";

/** The level of a call, or why it cannot have the confirmation that this asks for. */
export type Reachable = { readonly level: Level } | { readonly refusal: Refusal };

/** Nobody at this client can be asked: it does not say that it can, or its transport has no way back. */
export const userNotReachable: Refusal = { reason: "level_unavailable", detail: "user_not_reachable" };

/** Who calls, and whether the adapter can ask them. */
interface Caller {
  readonly requester: Requester;
  readonly canBeAsked: boolean;
}

/**
 * What policies say comes later: refused here is a caller whose user nobody can ask, a call in nobody's name, whom an approver
 * could not be told from, and whatever is no level.
 */
export function reachableLevel(level: Level | undefined, { requester: { subject }, canBeAsked }: Caller): Reachable {
  switch (level) {
    case "L1":
      return { level };
    case "L2":
      return canBeAsked ? { level } : { refusal: userNotReachable };
    case "L3":
    case "L4":
      return subject === undefined || subject === ""
        ? { refusal: { reason: "level_unavailable", detail: "subject_missing" } }
        : { level };
    default:
      return { refusal: { reason: "level_unavailable" } };
  }
}
