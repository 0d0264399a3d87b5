import stringify from "fast-json-stable-stringify";
import { limits } from "./limits.js";
import { NotPlainJson, plainJson } from "./plain-json.js";

/**
 * The canonical text of a value (RFC 8785): equal values get equal texts whatever the order of their keys,
 * different values get different texts.
 *
 * @throws NotPlainJson for everything that `plainJson` refuses.
 */
export function canonicalJson(value: unknown): string {
  const text = stringify(plainJson(value));
  if (text.length > limits.chars) throw new NotPlainJson("", `is longer than ${limits.chars} characters`);
  return text;
}
