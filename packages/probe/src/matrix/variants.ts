import type { Args, JsonSchema } from "../subject/subject.js";
import { namesFresh } from "./placeholders.js";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const propertiesOf = (schema: JsonSchema): Record<string, Record<string, unknown>> =>
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

/** Values that a schema allows and hardly anybody sends: what checks types alone lets them through. */
export function oddValues(args: Args, schema: JsonSchema): readonly Args[] {
  const properties = Object.entries(propertiesOf(schema)).filter(([name, { enum: values }]) => name in args && !values);
  const first = (...types: string[]) => properties.find(([, { type }]) => types.includes(String(type)));
  const text = first("string", "array");
  const number = first("integer", "number");
  return [
    ...(text === undefined ? [] : [{ ...args, [text[0]]: text[1].type === "array" ? [] : "" }]),
    ...(number === undefined ? [] : [{ ...args, [number[0]]: -1 }]),
  ];
}

const resourceName =
  /(^|[_-])(ids?|keys?|names?|path|file|slug|sku|code|ref|uri|user|account)$|[a-z](Id|Key|Name|Path|Slug|Code|Ref|Uri)$/;

/** The call with a name that nobody has used, in the first text that is named like one, else in the first: last in its path. */
export function unknownName(args: Args, schema: JsonSchema, name: string, ignored?: string): Args | undefined {
  const texts = Object.entries(propertiesOf(schema)).filter(
    ([each, { type, enum: values, format }]) =>
      type === "string" && !values && !format && each !== ignored && each in args,
  );
  const [field] = texts.find(([each]) => resourceName.test(each)) ?? texts[0] ?? [];
  const value = field === undefined ? undefined : args[field];
  if (field === undefined || typeof value !== "string" || namesFresh(args)) return undefined;
  return { ...args, [field]: value.replace(/[^/]*$/, name) };
}

/** The same call with another choice of one argument: the other values that its schema lists, the other of a flag. */
export function otherChoices(args: Args, schema: JsonSchema): readonly Args[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const given = args[name];
    if (isObject(given)) return otherChoices(given, property).map((each) => ({ ...args, [name]: each }));
    const usual = given ?? property.default;
    return choicesOf(property)
      .filter((choice) => choice !== usual)
      .map((choice) => ({ ...args, [name]: choice }));
  });
}

function choicesOf({ type, enum: values, anyOf, oneOf }: Record<string, unknown>): readonly unknown[] {
  if (Array.isArray(values)) return values;
  if (type === "boolean") return [true, false];
  const forms = [anyOf, oneOf].find(Array.isArray) ?? [];
  return forms.flatMap((form: unknown) => (isObject(form) ? ("const" in form ? [form.const] : choicesOf(form)) : []));
}
