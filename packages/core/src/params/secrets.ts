import type { Json } from "./plain-json.js";

/**
 * A copy without the members at `paths` ("password", "smtp.password"). A path that meets an array goes on in each
 * of its elements; a name that holds dots itself is found too.
 */
export function withoutSecrets(value: Json, paths: readonly string[]): Json {
  return paths.reduce(without, value);
}

function without(value: Json, path: string): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => without(element, path));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === path) return [];
      const rest = restAfter(key, path);
      return [[key, rest === undefined ? inner : without(inner, rest)]];
    }),
  );
}

/** Every text and number that stands at one of the paths: what must not appear in an error or an event. */
export function secretValues(value: Json, paths: readonly string[]): string[] {
  return paths.flatMap((path) => leaves(at(value, path)));
}

function at(value: Json, path: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((element) => at(element, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === path) return [inner];
    const rest = restAfter(key, path);
    return rest === undefined ? [] : at(inner, rest);
  });
}

const restAfter = (key: string, path: string): string | undefined =>
  path.startsWith(`${key}.`) ? path.slice(key.length + 1) : undefined;

/** An empty text is no secret: it would hide every other empty text. */
function leaves(values: Json[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === "object" && value !== null) return leaves(Object.values(value));
    return value === null || value === "" || typeof value === "boolean" ? [] : [String(value)];
  });
}
