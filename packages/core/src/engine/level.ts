import type { Requester } from "../requester.js";
import type { Level } from "../tier.js";
import type { Refusal } from "../wire/envelope.js";

/**
 * Why a call cannot have the confirmation that its tool demands, or undefined. What policies say comes later: this is
 * about what nothing here provides (L2, and whatever is no level), and about nobody in whose name the call comes, whom an
 * approver could not be told from.
 */
export function refusedLevel(level: Level | undefined, { subject }: Requester): Refusal | undefined {
  switch (level) {
    case "L1":
      return undefined;
    case "L3":
    case "L4":
      return subject === undefined || subject === ""
        ? { reason: "level_unavailable", detail: "subject_missing" }
        : undefined;
    default:
      return { reason: "level_unavailable" };
  }
}
