import type { Json } from "../params/plain-json.js";
import type { Material } from "../tool/material.js";

/** A material as the wire has it: the same facts, their names in snake_case. */
export const wireMaterial = (material: Material): object => snakeCase(material as Json) as object;

function snakeCase(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      snakeCase(inner),
    ]),
  );
}
