import type { Json } from "./plain-json.js";

/**
 * A copy without the members at `paths` ("password", "smtp.password"). A path that meets an array goes on in each
 * of its elements.
 */
export function withoutSecrets(value: Json, paths: readonly string[]): Json {
  return paths.reduce((kept, path) => without(kept, path.split(".")), value);
}

function without(value: Json, [head, ...rest]: string[]): Json {
  if (head === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => without(element, [head, ...rest]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key !== head) return [[key, inner]];
      return rest.length === 0 ? [] : [[key, without(inner, rest)]];
    }),
  );
}

/** Every text and number that stands at one of the paths: what must not appear in an error or an event. */
export function secretValues(value: Json, paths: readonly string[]): string[] {
  return paths.flatMap((path) => leaves(at(value, path.split("."))));
}

function at(value: Json, [head, ...rest]: string[]): Json[] {
  if (head === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((element) => at(element, [head, ...rest]));
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, head)) return [];
  return at(value[head] as Json, rest);
}

function leaves(values: Json[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === "object" && value !== null) return leaves(Object.values(value));
    return value === null || typeof value === "boolean" ? [] : [String(value)];
  });
}
