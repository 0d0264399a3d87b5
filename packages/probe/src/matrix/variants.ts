import type { Args, JsonSchema } from "../subject/subject.js";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const propertiesOf = (schema: JsonSchema): Record<string, Record<string, unknown>> =>
  isObject(schema.properties) ? (schema.properties as Record<string, Record<string, unknown>>) : {};

/** The same JSON value with the keys of every object the other way round. Undefined where no object has two. */
export function otherKeyOrder(args: Args): Args | undefined {
  const turned = reversed(args) as Args;
  return JSON.stringify(turned) === JSON.stringify(args) ? undefined : turned;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reversed(item)]),
  );
}

/** What an agent may hold for the same request: an optional text that is absent sent as empty, or the other way round. */
export function absentOrEmpty(args: Args, schema: JsonSchema): Args | undefined {
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (required.includes(name)) continue;
    if (args[name] === "") return Object.fromEntries(Object.entries(args).filter(([each]) => each !== name));
    if (args[name] === undefined && property.type === "string" && !Array.isArray(property.enum))
      return { ...args, [name]: "" };
  }
  return undefined;
}

/** One field with a value of a type that its schema does not allow. */
export function invalidField(args: Args, schema: JsonSchema): Args | undefined {
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (!(name in args) || typeof property.type !== "string") continue;
    return { ...args, [name]: property.type === "object" ? 7 : { not: property.type } };
  }
  return undefined;
}

const relativeWords =
  /\b(today|tomorrow|yesterday|tonight|now|next (week|month|year|\w+day)|last (week|month|year|\w+day)|(in|within) \d+ (second|minute|hour|day|week|month)s?|\d+ (second|minute|hour|day|week|month)s? (ago|from now))\b|^[+-]\d+[smhdw]$/i;

/** Paths of arguments whose meaning depends on when they are read. */
export function relativeTimes(value: unknown, path = ""): readonly string[] {
  if (typeof value === "string")
    return value.length <= 60 && relativeWords.test(value) ? [`${path} = ${JSON.stringify(value)}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => relativeTimes(item, path === "" ? name : `${path}.${name}`));
}

const pageNames = [
  "limit",
  "page_size",
  "pageSize",
  "per_page",
  "perPage",
  "max_results",
  "maxResults",
  "count",
  "top",
];
const prefixNames = ["prefix", "starts_with", "startsWith", "query", "search", "q", "pattern"];

/** The argument by which more could be asked for, by the names that such arguments have. */
export function pageSizeField(schema: JsonSchema): string | undefined {
  return pageNames.find((name) => ["integer", "number"].includes(String(propertiesOf(schema)[name]?.type)));
}

export function prefixField(schema: JsonSchema): string | undefined {
  return prefixNames.find((name) => propertiesOf(schema)[name]?.type === "string");
}
