import type { Refusal } from "../wire/envelope.js";

const malformed: Refusal = {
  reason: "invalid_params",
  error: "Invalid arguments: acknowledge_duplicate must be the operation id that the preview named.",
};

/** The earlier operation that a confirm call names as known. Absent, null or empty: none. */
export function acknowledgedIn(args: unknown): string | undefined | Refusal {
  const given: unknown =
    typeof args === "object" && args !== null
      ? (args as { acknowledge_duplicate?: unknown }).acknowledge_duplicate
      : undefined;
  if (given === undefined || given === null || given === "") return undefined;
  return typeof given === "string" ? given : malformed;
}
