import fc from "fast-check";
import * as z from "zod";
import * as z3 from "zod/v3";
import { json } from "./json.js";
import { rejecting, type Shaped, shapes } from "./schema-tree.js";

/** What somebody may give a tool as its input schema, and arguments for it. */
export class ToolInput {
  constructor(
    readonly name: string,
    readonly given: unknown,
    /** What judges the arguments, to compare with; undefined if everything is welcome, null if it is no schema at all. */
    readonly judge: z.ZodType | z3.ZodTypeAny | undefined | null,
    readonly sample: fc.Arbitrary<unknown>,
  ) {}

  [fc.toStringMethod](): string {
    return this.name;
  }
}

const ofSchema = ({ name, schema, sample }: Shaped): ToolInput => new ToolInput(name, schema, schema, sample);

const rawShape = fc.tuple(shapes.any, shapes.any).map(([id, name]): ToolInput => {
  const shape = { id: id.schema, name: name.schema };
  const sample = fc.record({ id: id.sample, name: name.sample });
  return new ToolInput(`raw shape(${id.name}, ${name.name})`, shape, z.object(shape), sample);
});

const zod3Objects: readonly (() => z3.ZodTypeAny)[] = [
  () => z3.object({ id: z3.number().int(), name: z3.string().default("x") }),
  () => z3.object({ id: z3.number() }).strict(),
  () => z3.object({ id: z3.number() }).passthrough(),
  () => z3.object({ id: z3.number() }).refine(({ id }) => id > 0),
  () => z3.object({ id: z3.number() }).transform(({ id }) => ({ id: id + 1 })),
  () => z3.object({ id: z3.date() }),
  () => z3.object({ confirm_token: z3.string().optional() }),
  () => z3.union([z3.object({ id: z3.number() }), z3.object({ name: z3.string() })]),
  () => z3.record(z3.string(), z3.number()),
  () => z3.object({ at: z3.preprocess((value) => new Date(String(value)), z3.date()) }),
];
const zod3 = fc.nat({ max: zod3Objects.length - 1 }).map((index): ToolInput => {
  const schema = (zod3Objects[index] as () => z3.ZodTypeAny)();
  const sample = fc.record({ id: fc.integer(), name: fc.string() }, { requiredKeys: [] });
  return new ToolInput(`zod 3, ${index}`, schema, schema, sample);
});

const strangers: readonly unknown[] = [
  null,
  "object",
  1,
  [],
  { type: "object", properties: { id: { type: "number" } } },
  { id: z.string(), other: z3.string() },
  { id: "string" },
  { "~standard": {} },
  { "~standard": { version: 1, vendor: "none", validate: () => ({ value: {} }) } },
];
const stranger = fc
  .nat({ max: strangers.length - 1 })
  .map((index) => new ToolInput(`no schema, ${index}`, strangers[index], null, json.object));

const nothing = new ToolInput("nothing", undefined, undefined, json.object);

export const toolInputs: fc.Arbitrary<ToolInput> = fc.oneof(
  { weight: 12, arbitrary: shapes.object.map(ofSchema) },
  { weight: 6, arbitrary: shapes.wrapped.map(ofSchema) },
  { weight: 4, arbitrary: shapes.container.map(ofSchema) },
  { weight: 1, arbitrary: shapes.object.map((shaped) => ofSchema(rejecting(shaped))) },
  { weight: 4, arbitrary: rawShape },
  { weight: 2, arbitrary: zod3 },
  { weight: 2, arbitrary: stranger },
  { weight: 1, arbitrary: fc.constant(nothing) },
);
