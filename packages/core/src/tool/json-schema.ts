// What core reads of JSON Schema: enough to know where a value can stand. A keyword that is not known here opens nothing
// and closes nothing. Libraries offer it through the Standard JSON Schema interface (standardschema.dev).
import type { AnySchema } from "./standard-schema.js";

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };
export type SchemaObject = Exclude<JsonSchema, boolean>;

type Convert = (options: { target: string; libraryOptions?: object }) => unknown;

/** What a library tells of a schema. */
export interface SchemaReading {
  /** Of what a caller sends and of what a handler gets; without those that say nothing at all. */
  readonly schemas: readonly JsonSchema[];
  /** True if the library offers a JSON Schema and then gives none: what it marks cannot be known. */
  readonly isIncomplete: boolean;
}

/** Converting takes a while, and a server that is built anew for each request defines its tools anew. */
const readings = new WeakMap<object, SchemaReading>();

export function readingOf(schema: AnySchema): SchemaReading {
  const known = readings.get(schema) ?? read(schema);
  readings.set(schema, known);
  return known;
}

/** Empty where the library can tell nothing. */
export const jsonSchemasOf = (schema: AnySchema): readonly JsonSchema[] => readingOf(schema).schemas;

function read(schema: AnySchema): SchemaReading {
  const { jsonSchema } = schema["~standard"] as { jsonSchema?: Partial<Record<"input" | "output", Convert>> };
  const offered = [jsonSchema?.input, jsonSchema?.output].filter((convert) => typeof convert === "function");
  const sides = offered.map((convert) => converted((options) => convert.call(jsonSchema, options)));
  return {
    schemas: sides.filter((side) => side !== undefined && side !== nothingSaid) as JsonSchema[],
    isIncomplete: sides.includes(undefined),
  };
}

const nothingSaid = Symbol("a conversion that says nothing");

/** Undefined where the library gives none. */
function converted(convert: Convert): JsonSchema | typeof nothingSaid | undefined {
  const target = "draft-2020-12";
  const whole = attempt(() => convert({ target }));
  if (whole !== undefined) return whole;
  // One part that has none (a date, a transform) must not hide the marks of its siblings. The option is zod's.
  const rest = attempt(() => convert({ target, libraryOptions: { unrepresentable: "any" } }));
  return typeof rest === "object" && isOpen(rest) ? nothingSaid : rest;
}

function attempt(convert: () => unknown): JsonSchema | undefined {
  try {
    const schema = convert();
    return isSchema(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));

const schemasIn = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : isSchema(value) ? [value] : [];

const namedIn = (value: unknown): [name: string, schema: JsonSchema][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
    : [];

/** This schema and all that its combinators and references name for the same value, each once. */
export function sameValue(root: JsonSchema, schema: JsonSchema, found = new Set<JsonSchema>()): Set<JsonSchema> {
  if (found.has(schema)) return found;
  found.add(schema);
  if (typeof schema === "boolean") return found;
  const { allOf, anyOf, oneOf } = schema;
  for (const inner of [allOf, anyOf, oneOf, schema.then, schema.else].flatMap(schemasIn)) sameValue(root, inner, found);
  if (typeof schema.$ref === "string") sameValue(root, referred(root, schema.$ref), found);
  return found;
}

/** What a reference within the document names; anything at all where it leads elsewhere. */
function referred(root: JsonSchema, ref: string): JsonSchema {
  if (!ref.startsWith("#")) return true;
  let place: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    place = (place as Record<string, unknown> | undefined)?.[name];
  }
  return isSchema(place) ? place : true;
}

export const propertiesOf = ({ properties }: SchemaObject) => namedIn(properties);

/** Of the elements of a list. */
export const elementsOf = ({ items, prefixItems, additionalItems }: SchemaObject): JsonSchema[] =>
  [items, prefixItems, additionalItems].flatMap(schemasIn);

/** Of members that the schema does not name. */
export const unnamedOf = ({ additionalProperties, patternProperties }: SchemaObject): JsonSchema[] => [
  ...schemasIn(additionalProperties).filter((schema) => schema !== false),
  ...namedIn(patternProperties).map(([, schema]) => schema),
];

const saysMore = ["$ref", "allOf", "anyOf", "oneOf", "then", "else", "properties", "enum", "const"];

/** True if it says nothing of the members that a value has. */
export function isOpen(schema: SchemaObject): boolean {
  if (saysMore.some((keyword) => Object.hasOwn(schema, keyword)) || elementsOf(schema).length > 0) return false;
  if (schema.additionalProperties === false) return false;
  const types = schema.type === undefined ? ["object"] : [schema.type].flat();
  return types.includes("object") || types.includes("array");
}
