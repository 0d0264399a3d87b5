import type { Json } from "./plain-json.js";

/**
 * A copy without the members at `paths` ("password", "smtp.password"). A path that meets an array goes on in each
 * of its elements; a name that holds dots itself is found too.
 */
export function withoutSecrets(value: Json, paths: readonly string[]): Json {
  return paths.reduce((rest, path) => edited(rest, path, () => []), value);
}

/** A copy in which `instead` stands at each of the paths that lead to something. */
export function replacedAt(value: Json, paths: readonly string[], instead: string): Json {
  return paths.reduce((rest, path) => edited(rest, path, (name) => [[name, instead]]), value);
}

type Member = [name: string, value: Json];

function edited(value: Json, path: string, put: (name: string) => Member[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => edited(element, path, put));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): Member[] => {
      if (key === path) return put(key);
      const rest = restAfter(key, path);
      return [[key, rest === undefined ? inner : edited(inner, rest, put)]];
    }),
  );
}

/** Every text and number that stands at one of the paths: what must not appear in an error or an event. */
export function secretValues(value: Json, paths: readonly string[]): string[] {
  return leaves(valuesAt(value, paths));
}

/** Whatever stands at one of the paths. */
export const valuesAt = (value: Json, paths: readonly string[]): Json[] =>
  foundAt(value, paths).map(({ value: found }) => found);

interface Found {
  /** Through arrays by index: "users.0.password". */
  readonly place: string;
  readonly value: Json;
}

/** The same with where each of them stands. */
export const foundAt = (value: Json, paths: readonly string[]): Found[] => paths.flatMap((path) => at(value, path, []));

function at(value: Json, path: string, before: readonly string[]): Found[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => at(element, path, [...before, String(index)]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === path) return [{ place: [...before, key].join("."), value: inner }];
    const rest = restAfter(key, path);
    return rest === undefined ? [] : at(inner, rest, [...before, key]);
  });
}

/** What is left of a path that goes through the member of this name. */
export const restAfter = (key: string, path: string): string | undefined =>
  path.startsWith(`${key}.`) ? path.slice(key.length + 1) : undefined;

/** An empty text is no secret: it would hide every other empty text. */
function leaves(values: Json[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === "object" && value !== null) return leaves(Object.values(value));
    return value === null || value === "" || typeof value === "boolean" ? [] : [String(value)];
  });
}
