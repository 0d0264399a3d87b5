import type { JsonSchema } from "./json-schema.js";

/** One form that the arguments may take: what the subschemas that apply to the root say of it together. */
export interface Form {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** No other member may stand in it. */
  readonly closed: boolean;
  /** Every name that is spoken of, and the patterns of names. */
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Keywords under which a member added at the root could be forbidden, in ways that adding it there too does not mend. */
const unsafe = [
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "unevaluatedProperties",
  "const",
  "enum",
  "$dynamicRef",
];
const maxForms = 100;

/**
 * The forms that an object may take under a schema: a walk through the subschemas that apply to the root itself
 * (`$ref`, `allOf`, `anyOf`, `oneOf`), and none that apply to a member.
 *
 * @throws Error that says what stands in the way
 */
export function rootForms(root: JsonSchema): Form[] {
  const open = new Set<string>();
  return formsOf(root);

  function formsOf(schema: unknown): Form[] {
    if (schema === false) return [];
    if (schema === true) return [anything];
    if (typeof schema !== "object" || schema === null) throw new Error("something there that is no JSON Schema");
    const keyword = unsafe.find((key) => key in schema);
    if (keyword !== undefined) throw new Error(keyword);
    const { type, $ref, allOf, anyOf, oneOf } = schema as JsonSchema;
    if (type !== undefined && ![type].flat().includes("object")) return []; // arguments are an object
    const parts: Form[][] = [[ownForm(schema as JsonSchema)]];
    if ($ref !== undefined) parts.push(referred(String($ref)));
    for (const each of listOf(allOf)) parts.push(formsOf(each));
    for (const choice of [anyOf, oneOf]) if (choice !== undefined) parts.push(listOf(choice).flatMap(formsOf));
    return parts.reduce(combined);
  }

  function referred($ref: string): Form[] {
    const target = open.has($ref) ? undefined : atPointer(root, $ref);
    if (target === undefined) throw new Error(`$ref ${JSON.stringify($ref)}`);
    open.add($ref);
    const forms = formsOf(target);
    open.delete($ref);
    return forms;
  }
}

const anything: Form = { properties: {}, required: [], closed: false, names: [], patterns: [] };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function ownForm(schema: JsonSchema): Form {
  const { properties = {}, additionalProperties, patternProperties, propertyNames } = schema;
  const required = listOf(schema.required) as string[];
  const patterns = Object.keys((patternProperties as object | undefined) ?? {});
  const listedNames = listOf((propertyNames as { enum?: unknown } | undefined)?.enum) as string[];
  return {
    properties,
    required,
    closed: additionalProperties === false && patterns.length === 0,
    names: [...Object.keys(properties), ...required, ...listedNames],
    patterns,
  };
}

/** Every form of the one together with every form of the other. */
function combined(some: Form[], others: Form[]): Form[] {
  if (some.length * others.length > maxForms) throw new Error(`more than ${maxForms} forms`);
  return some.flatMap((one) => others.map((other) => both(one, other)));
}

function both(one: Form, other: Form): Form {
  const properties: Record<string, unknown> = { ...one.properties, ...other.properties };
  for (const [name, schema] of Object.entries(one.properties)) {
    if (Object.hasOwn(other.properties, name)) properties[name] = { allOf: [schema, other.properties[name]] };
  }
  return {
    properties,
    required: [...new Set([...one.required, ...other.required])],
    closed: one.closed || other.closed,
    names: [...one.names, ...other.names],
    patterns: [...one.patterns, ...other.patterns],
  };
}

/** Only within the schema itself: nothing is fetched. */
function atPointer(root: JsonSchema, $ref: string): unknown {
  if ($ref !== "#" && !$ref.startsWith("#/")) return undefined;
  let place: unknown = root;
  for (const part of $ref.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as Record<string, unknown>)[key];
  }
  return place;
}
