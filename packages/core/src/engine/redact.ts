import type { Json } from "../params/plain-json.js";
import { errorFacts } from "./error-facts.js";
import { findAny } from "./find-any.js";

interface Hiding {
  readonly mark: string;
  /** Shorter secrets are hidden only where they are the whole value: "12" stands in many harmless texts. */
  readonly leastCharsInsideText: number;
}

const secretArguments: Hiding = { mark: "[secret]", leastCharsInsideText: 4 };

export interface Redactor {
  text(value: string): string;
  json(value: Json): Json;
  /** An error whose message and stack no longer hold a secret. */
  error(value: unknown): unknown;
}

/**
 * Hides these values wherever a preview, an answer or an error repeats them, as they are or inside a JSON text (a key
 * in PEM form has line ends, which JSON escapes). Other encodings of a secret, such as base64, are not recognised.
 */
export function redactor(secrets: readonly string[], hiding = secretArguments): Redactor {
  if (secrets.length === 0) return { text: (value) => value, json: (value) => value, error: (value) => value };
  const { mark, leastCharsInsideText } = hiding;
  const whole = new Set(secrets);
  const long = [...whole].filter((secret) => secret.length >= leastCharsInsideText);
  const inside = replacing([...new Set(long.flatMap((secret) => [secret, escaped(secret)]))], mark);

  const text = (value: string): string => (value === mark || whole.has(value) ? mark : inside(value));

  const json = (value: Json): Json => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return whole.has(String(value)) ? mark : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]));
  };

  const error = (value: unknown): unknown => {
    if (!(value instanceof Error)) return typeof value === "string" ? text(value) : mark;
    // As facts, which can always be read: a member that is no text, or throws, must not break the way of a failure.
    const { name, message, stack } = errorFacts(value);
    const hidden = new Error(text(message));
    hidden.name = text(name);
    hidden.stack = text(stack ?? "");
    return hidden;
  };

  return { text, json, error };
}

/** The longest first, and all in one pass: a mark that was put must not be looked into for the next secret. */
function replacing(texts: readonly string[], mark: string): (text: string) => string {
  const find = findAny(texts);
  return (text) => {
    let [done, from, at] = ["", 0, 0];
    while (at < text.length) {
      const found = find(text, at);
      if (found !== undefined) {
        done += text.slice(from, at) + mark;
        from = at + found.length;
      }
      at += found?.length ?? 1;
    }
    return done + text.slice(from);
  };
}

const escaped = (secret: string): string => JSON.stringify(secret).slice(1, -1);
