import { Tier2Error } from "../errors.js";
import type { Json } from "../params/plain-json.js";
import { valuesAt, withoutSecrets } from "../params/secrets.js";
import type { Params } from "./read-params.js";

/**
 * A schema that moves or copies a secret to where no path leads would have it shown and stored. The value may have changed
 * on its way beyond recognition, so a path at which nothing is left counts as moved.
 *
 * @throws Tier2Error `invalid_setup`, without the value
 */
export function demandSecretsStay(
  tool: string,
  secrets: readonly string[],
  sent: Json,
  { copy, shown, redact }: Pick<Params, "copy" | "shown" | "redact">,
): void {
  const fail = (problem: string) => {
    throw new Tier2Error(
      "invalid_setup",
      `Tool "${tool}": its input schema ${problem}, where it would be shown and stored. Leave secrets where they are sent, and move them inside the handler.`,
    );
  };
  const validated = copy();
  const lost = secrets.find((path) => holds(sent, path) && !holds(validated, path));
  if (lost !== undefined) fail(`moves the secret "${lost}" away from its path`);
  // What the caller itself repeats in another argument is that caller's doing, and reaches the handler as it was sent.
  if (hiddenIn(shown, redact) > hiddenIn(withoutSecrets(sent, secrets), redact)) {
    fail("copies a secret to another argument");
  }
}

const holds = (value: Json, path: string): boolean => valuesAt(value, [path]).some(isSaid);

const isSaid = (value: Json): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(isSaid) : value !== null && value !== "";

/** In how many texts, numbers and names a secret stands. */
function hiddenIn(value: Json, redact: Params["redact"]): number {
  if (typeof value !== "object" || value === null) return redact.json(value) === value ? 0 : 1;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (redact.text(key) === key ? 0 : 1) + hiddenIn(inner, redact),
    0,
  );
}
