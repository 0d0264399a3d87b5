import type { JsonSchema } from "./list-tool.js";

/** Keywords whose values are data, in which a member named $ref is no reference. */
const data = new Set(["const", "enum", "default", "examples"]);

/** A copy of a schema with each local reference (`#`, `#/definitions/…`) replaced, for when it moves to another place. */
export function withReferences(schema: JsonSchema, replace: (reference: string) => string): JsonSchema {
  return copy(schema) as JsonSchema;

  function copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === "$ref" && typeof inner === "string" && inner.startsWith("#")) return [key, replace(inner)];
        return [key, data.has(key) ? inner : copy(inner)];
      }),
    );
  }
}
