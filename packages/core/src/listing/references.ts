import type { JsonSchema } from "./json-schema.js";

/** Keywords whose values are data, in which a member named $ref is no reference. */
const data = new Set(["const", "enum", "default", "examples"]);

/** Keywords whose values are maps from names to schemas: a member named `default` in one is a schema. */
const maps = new Set(["properties", "patternProperties", "definitions", "$defs", "dependentSchemas"]);

/** A copy of a schema with each local reference (`#`, `#/definitions/…`) replaced, for when it moves to another place. */
export function withReferences(schema: JsonSchema, replace: (reference: string) => string): JsonSchema {
  return copy(schema, false) as JsonSchema;

  function copy(value: unknown, isMap: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => copy(each, false));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (isMap) return [key, copy(inner, false)];
        if (key === "$ref" && typeof inner === "string" && inner.startsWith("#")) return [key, replace(inner)];
        return [key, data.has(key) ? inner : copy(inner, maps.has(key))];
      }),
    );
  }
}
