import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { listInput } from "../src/list-input.js";

/** A schema of objects, and arguments that it accepts. */
interface Made {
  schema: z.ZodType;
  args: Record<string, unknown>;
}

const member = fc.constantFrom<[z.ZodType, unknown]>(
  [z.string(), "x"],
  [z.number(), 1],
  [z.literal("k"), "k"],
  [z.array(z.string()).optional(), undefined],
  [z.strictObject({ in: z.boolean() }), { in: true }],
  [z.union([z.string(), z.number()]), 2],
);

const object = fc
  .record({
    members: fc.dictionary(fc.constantFrom("a", "b", "c", "d", "default"), member, { maxKeys: 4 }),
    kind: fc.constantFrom(z.object, z.strictObject),
  })
  .map(({ members, kind }): Made => {
    const pick = (index: 0 | 1) => Object.entries(members).map(([name, pair]) => [name, pair[index]] as const);
    const args = Object.fromEntries(pick(1).filter(([, value]) => value !== undefined));
    return { schema: kind(Object.fromEntries(pick(0)) as z.ZodRawShape), args };
  });

const made = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    object,
    fc
      .tuple(tie("made"), tie("made"))
      .map(([one, other]): Made => ({ ...one, schema: z.union([one.schema, other.schema]) })),
    fc
      .tuple(tie("made"), fc.constantFrom("Foo", "Bar"))
      .map(([one, title]): Made => ({ ...one, schema: one.schema.meta({ title }) })),
    fc.tuple(tie("made"), tie("made")).map(([one, other]): Made => {
      const schema = z.intersection(one.schema, other.schema);
      const args = { ...other.args, ...one.args };
      return schema.safeParse(args).success ? { schema, args } : one;
    }),
    tie("made").map((one): Made => ({ ...one, schema: one.schema.nullable() })),
  ),
})).made;

const combining = ["$ref", "allOf", "anyOf", "oneOf", "not"];
const keys = { confirm_token: "cfm_x", acknowledge_duplicate: "op_x" };

test("whatever unions and intersections an input is made of, what is listed accepts its arguments with the protocol's keys, without a combinator at the root", () => {
  let combined = 0;
  fc.assert(
    fc.property(made, ({ schema, args }) => {
      fc.pre(schema.safeParse(args).success);
      const listed = listInput("drop", schema);
      if ("description" in listed) combined += 1;
      expect(combining.filter((keyword) => keyword in listed)).toEqual([]);
      const validate = new AjvJsonSchemaValidator().getValidator(listed as never);
      expect(validate({ ...args, ...keys }).errorMessage).toBeUndefined();
      expect(validate(args).errorMessage).toBeUndefined();
      expect(validate({ ...args, confirm_token: 1 }).valid).toBe(false);
    }),
    { numRuns: Number(process.env.HOLDPOINT_RUNS ?? 200) },
  );
  expect(combined).toBeGreaterThan(20);
});
