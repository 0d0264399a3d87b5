import type { Json } from "../params/plain-json.js";

const mark = "[secret]";
/** Shorter secrets are hidden only where they are the whole value: "12" stands in many harmless texts. */
const leastCharsInsideText = 4;

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
export function redactor(secrets: readonly string[]): Redactor {
  if (secrets.length === 0) return { text: (value) => value, json: (value) => value, error: (value) => value };
  const whole = new Set(secrets);
  const long = [...whole].filter((secret) => secret.length >= leastCharsInsideText);
  const inside = [...new Set(long.flatMap((secret) => [secret, escaped(secret)]))].sort((a, b) => b.length - a.length);

  const text = (value: string): string =>
    whole.has(value) ? mark : inside.reduce((hidden, secret) => hidden.split(secret).join(mark), value);

  const json = (value: Json): Json => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return whole.has(String(value)) ? mark : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]));
  };

  const error = (value: unknown): unknown => {
    if (!(value instanceof Error)) return typeof value === "string" ? text(value) : mark;
    const hidden = new Error(text(value.message));
    hidden.name = value.name;
    hidden.stack = text(value.stack ?? "");
    return hidden;
  };

  return { text, json, error };
}

const escaped = (secret: string): string => JSON.stringify(secret).slice(1, -1);
