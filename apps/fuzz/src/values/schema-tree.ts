import fc from "fast-check";
import * as z from "zod";
import { json } from "./json.js";

/** A schema with values that it may well accept, and a name to print. */
export class Shaped {
  constructor(
    readonly name: string,
    readonly schema: z.ZodType,
    readonly sample: fc.Arbitrary<unknown>,
  ) {}

  [fc.toStringMethod](): string {
    return this.name;
  }

  /** The same values, read by a schema made of this one. */
  as(name: string, wrap: (inner: z.ZodType) => z.ZodType): Shaped {
    return new Shaped(`${this.name}.${name}`, wrap(this.schema), this.sample);
  }
}

const text = fc.string({ unit: "binary", maxLength: 6 });
const leaf = (name: string, make: () => z.ZodType, sample: fc.Arbitrary<unknown>) => () =>
  new Shaped(name, make(), sample);

const leaves: readonly (() => Shaped)[] = [
  leaf("string", () => z.string(), text),
  leaf("number", () => z.number(), fc.maxSafeInteger()),
  leaf("int", () => z.int().min(-5), fc.integer()),
  leaf("boolean", () => z.boolean(), fc.boolean()),
  leaf("literal", () => z.literal(["a", 1, null]), fc.constantFrom("a", 1, null)),
  leaf("enum", () => z.enum(["on", "off"]), fc.constantFrom("on", "off")),
  leaf("null", () => z.null(), fc.constant(null)),
  leaf("any", () => z.any(), json.any),
  leaf("unknown", () => z.unknown(), json.any),
  leaf("json", () => z.json(), json.any),
  leaf("email", () => z.email(), fc.constant("ann@example.com")),
  leaf("date text", () => z.iso.date(), fc.constant("2026-11-30")),
  leaf("template", () => z.templateLiteral(["v", z.number()]), fc.constant("v1")),
  leaf("never", () => z.never(), json.any),
  leaf("undefined", () => z.undefined(), fc.constant(undefined)),
  leaf("bigint", () => z.bigint(), fc.integer()),
  leaf("date", () => z.date(), fc.constant("2026-11-30")),
  leaf("symbol", () => z.symbol(), text),
  leaf("custom", () => z.custom((value) => value !== 1), json.any),
  leaf("coerced number", () => z.coerce.number(), fc.oneof(fc.integer(), fc.constantFrom("1", "1e400", "x", null))),
  leaf("coerced date", () => z.coerce.date(), fc.constant("2026-11-30")),
  leaf("coerced bigint", () => z.coerce.bigint(), fc.integer()),
  leaf("stringbool", () => z.stringbool(), fc.constantFrom("yes", "no")),
];

type Wrap = (inner: Shaped) => Shaped;
const wrap = (name: string, how: (inner: z.ZodType) => z.ZodType): Wrap => {
  return (inner) => inner.as(name, how);
};

const wraps: readonly Wrap[] = [
  ({ name, schema, sample }) =>
    new Shaped(`${name}.optional`, schema.optional(), fc.option(sample, { nil: undefined })),
  ({ name, schema, sample }) => new Shaped(`${name}.nullable`, schema.nullable(), fc.option(sample)),
  wrap("default", (inner) => inner.default("a")),
  wrap("random default", (inner) => inner.default(() => Math.random())),
  wrap("prefault", (inner) => inner.prefault("a")),
  wrap("catch", (inner) => inner.catch("caught")),
  wrap("readonly", (inner) => inner.readonly()),
  wrap("refine", (inner) => inner.refine((value) => value !== "a")),
  wrap("async refine", (inner) => inner.refine(async (value) => value !== "a")),
  wrap("throwing refine", (inner) => inner.refine(thrower)),
  wrap("transform", (inner) => inner.transform((value) => ({ value }))),
  wrap("transform to a date", (inner) => inner.transform(() => new Date(0))),
  wrap("transform to a map", (inner) => inner.transform((value) => new Map([["a", value]]))),
  wrap("transform to undefined", (inner) => inner.transform(() => undefined)),
  wrap("random transform", (inner) => inner.transform(() => Math.random())),
  wrap("async transform", (inner) => inner.transform(async (value) => value)),
  wrap("throwing transform", (inner) => inner.transform(thrower)),
  wrap("preprocess", (inner) => z.preprocess((value) => value, inner)),
  wrap("pipe", (inner) => inner.pipe(z.any())),
  wrap("lazy", (inner) => z.lazy(() => inner)),
  wrap("meta", (inner) => inner.meta({ title: "T", example: Symbol.for("none") })),
  wrap("promise", (inner) => z.promise(inner)),
];

/**
 * At the root only: of two members, one that rejects and one that throws, zod leaves the rejection to nobody, and
 * whoever calls it cannot help that.
 */
export const rejecting: Wrap = wrap("rejecting refine", (inner) => inner.refine(async () => thrower()));

function thrower(): never {
  throw new Error("inside the schema");
}

const keys = ["id", "name", "status", "a.b", "toJSON", "constructor", "__proto__", "", "then"];
const reserved = ["confirm_token", "acknowledge_duplicate"];
const key = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.constantFrom(...reserved) },
);
const objects: readonly ((shape: z.ZodRawShape) => z.ZodType)[] = [
  (shape) => z.object(shape),
  (shape) => z.strictObject(shape),
  (shape) => z.looseObject(shape),
  (shape) => z.object(shape).catchall(z.number()),
  (shape) => z.object(shape).partial(),
];

/** An object schema of these members: some parts of it are taken for a raw shape too. */
function objectOf(members: readonly [string, Shaped][], make: (shape: z.ZodRawShape) => z.ZodType): Shaped {
  const shape = Object.fromEntries(members.map(([name, inner]) => [name, inner.schema]));
  const named = members.map(([name, inner]) => `${JSON.stringify(name)}: ${inner.name}`).join(", ");
  const sample = fc
    .tuple(...members.map(([name, inner]) => inner.sample.map((value) => [name, value] as const)))
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  return new Shaped(`object(${named})`, make(shape), sample);
}

export const shapes = fc.letrec<{ any: Shaped; object: Shaped; wrapped: Shaped; container: Shaped }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...leaves).map((make) => make()),
    tie("wrapped"),
    tie("container"),
    tie("object"),
  ),
  wrapped: fc.tuple(tie("any"), fc.constantFrom(...wraps)).map(([inner, how]) => how(inner)),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, tie("any")), { maxLength: 4, selector: ([name]) => name }),
      fc.constantFrom(...objects),
    )
    .map(([members, make]) => objectOf(members, make)),
  container: fc.tuple(tie("any"), tie("any"), fc.nat({ max: 8 })).map(([a, b, kind]) => containerOf(a, b, kind)),
}));

function containerOf(a: Shaped, b: Shaped, kind: number): Shaped {
  const both = fc.oneof(a.sample, b.sample);
  const pair = `${a.name}, ${b.name}`;
  const list = fc.array(a.sample, { maxLength: 3 });
  switch (kind) {
    case 0:
      return new Shaped(`array(${a.name})`, z.array(a.schema), list);
    case 1:
      return new Shaped(`tuple(${pair})`, z.tuple([a.schema, b.schema]), fc.tuple(a.sample, b.sample));
    case 2:
      return new Shaped(`record(${a.name})`, z.record(z.string(), a.schema), fc.dictionary(fc.string(), a.sample));
    case 3:
      return new Shaped(`map(${a.name})`, z.map(z.string(), a.schema), list);
    case 4:
      return new Shaped(`set(${a.name})`, z.set(a.schema), list);
    case 5:
      return new Shaped(`intersection(${pair})`, z.intersection(a.schema, b.schema), both);
    case 6: {
      const one = z.object({ kind: z.literal("a"), inner: a.schema });
      const other = z.object({ kind: z.literal("b"), inner: b.schema });
      const sample = fc.record({ kind: fc.constantFrom("a", "b"), inner: both });
      return new Shaped(`discriminatedUnion(${pair})`, z.discriminatedUnion("kind", [one, other]), sample);
    }
    default:
      return new Shaped(`union(${pair})`, z.union([a.schema, b.schema]), both);
  }
}
