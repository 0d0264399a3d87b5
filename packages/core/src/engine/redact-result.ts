import type { Json } from "../params/plain-json.js";
import type { Redactor } from "./redact.js";

/** What the MCP specification (2025-11-25) calls the members of a tool result and of its content blocks. */
const resultNames: ReadonlySet<string> = new Set(["content", "structuredContent", "isError", "_meta"]);
const blockNames: ReadonlySet<string> = new Set([
  ...["type", "text", "data", "mimeType", "uri", "name", "title", "description", "size", "resource", "blob", "icons"],
  ...["src", "sizes", "theme", "annotations", "audience", "priority", "lastModified", "_meta"],
]);

/** Values that are words of the protocol where they stand at these members. */
const blockWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["type", ["text", "image", "audio", "resource", "resource_link"]],
  ["audience", ["user", "assistant"]],
]);

/**
 * A tool's own result without the secrets. The protocol's own names and words stay, whatever the secrets are: a password
 * `text` must not make a result of an executed operation unreadable, and that word stands there in every result.
 */
export const redactedResult = (result: Json, redact: Redactor): Json =>
  edited(result, resultNames, redact, (name, value) =>
    name === "content" ? block(value, redact) : redact.json(value),
  );

function block(value: Json, redact: Redactor, words: readonly string[] = []): Json {
  if (typeof value === "string" && words.includes(value)) return value;
  if (Array.isArray(value)) return value.map((element) => block(element, redact, words));
  return edited(value, blockNames, redact, (name, inner) =>
    name === "_meta" ? redact.json(inner) : block(inner, redact, blockWords.get(name)),
  );
}

function edited(
  value: Json,
  names: ReadonlySet<string>,
  redact: Redactor,
  member: (name: string, value: Json) => Json,
): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return redact.json(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names.has(name) ? name : redact.text(name), member(name, inner)]),
  );
}
