import type { Reconciled } from "@holdpoint/tier2-core";
import { message, object, oneOf, optional, reason } from "./fields.js";
import { type Malformed, type MembersOf, malformed } from "./member-rules.js";

/** What a person says became of an operation in doubt. "unknown" is no answer: it stays in doubt. */
export const settlementRules = {
  reason,
  outcome: oneOf("completed", "not_executed"),
  message: optional(message),
  details: optional(object),
};

const fixedFields = ["status", "tool", "message"];

/** The answer that retries will get, or what is wrong with it. */
export function settlementOf({
  outcome,
  message,
  details,
}: Omit<MembersOf<typeof settlementRules>, "reason">): { as: Reconciled } | Malformed {
  if (outcome === "not_executed") {
    const place = message !== undefined ? "body.message" : details !== undefined ? "body.details" : undefined;
    return place === undefined ? { as: { outcome } } : malformed(place, "belongs to the outcome completed");
  }
  if (message === undefined) return malformed("body.message", "must say what was done, for whoever called the tool");
  const taken = Object.keys(details ?? {}).find((name) => fixedFields.includes(name));
  if (taken !== undefined) return malformed(`body.details.${taken}`, "must not be given: the answer has its own");
  return { as: { outcome, message, ...(details !== undefined && { details }) } };
}
