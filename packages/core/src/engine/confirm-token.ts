import type { Refusal } from "../wire/envelope.js";

const malformed: Refusal = {
  reason: "invalid_params",
  error: "Invalid arguments: confirm_token must be the text that the preview returned. Leave it out to get a preview.",
};
const contradictory: Refusal = {
  reason: "invalid_params",
  error: "Invalid arguments: two different confirm tokens were given.",
};

/**
 * The token of a call, from its arguments or from where the adapter found it. Absent, null or empty (models fill
 * optional fields that way): there is none, and a call without a token can only preview.
 */
export function confirmTokenOf(args: unknown, outside: string | undefined): string | undefined | Refusal {
  const inside: unknown =
    typeof args === "object" && args !== null ? (args as { confirm_token?: unknown }).confirm_token : undefined;
  const given = [inside, outside].filter((token) => token !== undefined && token !== null && token !== "");
  if (given.some((token) => typeof token !== "string")) return malformed;
  const [first, second] = given as string[];
  return second !== undefined && second !== first ? contradictory : first;
}
