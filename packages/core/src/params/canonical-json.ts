import stringify from "fast-json-stable-stringify";
import { limits } from "./limits.js";
import { type Json, NotPlainJson, plainJson } from "./plain-json.js";

/**
 * The canonical text of a value (RFC 8785): equal values get equal texts whatever the order of their keys,
 * different values get different texts.
 *
 * @throws NotPlainJson for everything that `plainJson` refuses.
 */
export const canonicalJson = (value: unknown): string => canonicalText(plainJson(value));

/** The same for what `plainJson` has copied already, and that nobody else holds. */
export function canonicalText(copy: Json): string {
  const text = stringify(copy);
  if (text.length > limits.chars) throw new NotPlainJson("", `is longer than ${limits.chars} characters`);
  return text;
}
