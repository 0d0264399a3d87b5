import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type JsonSchema, jsonSchemasOf, readingOf } from "../../src/tool/json-schema.js";
import { leadsSomewhere, writeOnlyPaths } from "../../src/tool/secret-paths.js";

const secret = z.string().meta({ writeOnly: true });
const inputOf = (schema: z.ZodType) => jsonSchemasOf(schema)[0] as JsonSchema;
const found = (schema: z.ZodType) => writeOnlyPaths(inputOf(schema)).sort();
const leads = (schema: z.ZodType, path: string) => jsonSchemasOf(schema).map((one) => leadsSomewhere(one, path));

const Tree = z.object({
  password: secret,
  name: z.string(),
  get child() {
    return Tree.optional();
  },
});
const Filter = z.object({
  by: z.string(),
  get any() {
    return z.array(Filter).optional();
  },
});

describe("what a schema marks writeOnly is found", () => {
  test.each<[string, z.ZodType, string[]]>([
    ["as a member", z.object({ user: z.string(), password: secret }), ["password"]],
    ["if it may be absent or null", z.object({ a: secret.optional(), b: secret.nullable() }), ["a", "b"]],
    ["if it has a default", z.object({ a: secret.default("x") }), ["a"]],
    ["in a member", z.object({ smtp: z.object({ auth: z.object({ key: secret }) }) }), ["smtp.auth.key"]],
    ["in each element", z.object({ users: z.array(z.object({ pin: secret })) }), ["users.pin"]],
    ["as each element", z.object({ codes: z.array(secret), pair: z.tuple([z.string(), secret]) }), ["codes", "pair"]],
    ["as a whole object", z.object({ card: z.object({ no: z.string() }).meta({ writeOnly: true }) }), ["card"]],
    [
      "in one form of several",
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("none") }),
        z.object({ type: z.literal("basic"), password: secret }),
      ]),
      ["password"],
    ],
    ["in both halves of an intersection", z.intersection(z.object({ a: secret }), z.object({ b: secret })), ["a", "b"]],
    ["behind a reference", z.object({ p: z.string().meta({ writeOnly: true, id: "Secret of this test" }) }), ["p"]],
    ["under any name, as what holds it", z.object({ headers: z.record(z.string(), secret) }), ["headers"]],
    ["below itself, as the member that repeats it", Tree, ["child", "password"]],
    ["but not in a recursive member that holds none", z.object({ password: secret, filter: Filter }), ["password"]],
    ["under any name at the root, as the whole", z.record(z.string(), secret), [""]],
    ["nowhere", z.object({ a: z.string(), b: z.looseObject({}) }), []],
  ])("%s", (_where, schema, paths) => expect(found(schema)).toEqual(paths));

  test("and what says writeOnly: false, or says it of a name, is not", () => {
    expect(writeOnlyPaths({ properties: { a: { writeOnly: false }, writeOnly: { type: "boolean" } } })).toEqual([]);
  });
});

describe("a path", () => {
  const schema = z.object({
    password: z.string(),
    smtp: z.object({ password: z.string().optional(), "dotted.key": z.string() }),
    users: z.array(z.object({ pin: z.string() })),
    pair: z.tuple([z.object({ left: z.string() })]),
    headers: z.record(z.string(), z.string()),
    loose: z.looseObject({ known: z.string() }),
    anything: z.unknown(),
    either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() }), z.null()]),
  });

  test.each([
    ...["password", "smtp", "smtp.password", "smtp.dotted.key", "users.pin", "pair.left", "headers.authorization"],
    ...["loose.other", "anything.at.all", "either.a", "either.b"],
  ])("%s leads somewhere", (path) => expect(leads(schema, path)).toContain(true));

  test.each([
    ...["pasword", "Password", "password.value", "smtp.pasword", "smtp.dotted", "users.pins", "users.0", "pair.right"],
    ...["either.c", "", "toString", "__proto__"],
  ])("%s leads nowhere", (path) => expect(leads(schema, path)).toEqual([false, false]));

  test("through a recursive schema leads as deep as the schema goes", () => {
    expect(leads(Tree, "child.child.child.password")).toContain(true);
    expect(leads(Tree, "child.child.pasword")).toEqual([false, false]);
  });

  test.each<[string, JsonSchema, boolean]>([
    ["anything", true, true],
    ["nothing", false, false],
    ["any object", { type: "object" }, true],
    ["a list of anything", { type: "array" }, true],
    ["an empty object", { type: "object", additionalProperties: false }, false],
    ["a member by pattern", { type: "object", properties: {}, patternProperties: { "^a": { type: "string" } } }, true],
    ["a condition", JSON.parse('{"if":{},"then":{"properties":{"a":true}},"else":{"properties":{}}}'), true],
    ["what another document describes", { $ref: "https://schemas.example/a.json" }, true],
    ["what its own document lacks", { $ref: "#/$defs/none" }, true],
    ["what is nested in itself", { $ref: "#" }, false],
    ["lists of lists of itself", { type: "array", items: { $ref: "#" } }, false],
    ["an escaped reference", { $ref: "#/$defs/a~1b~0", $defs: { "a/b~": { properties: { a: true } } } }, true],
    ["a text", { type: "string" }, false],
    ["one of some words", { enum: ["a"] }, false],
  ])("in a schema of %s is judged by what the schema says", (_what, one, isThere) => {
    expect(leadsSomewhere(one, "a")).toBe(isThere);
  });
});

describe("the JSON Schema of a Standard Schema", () => {
  test("is that of both sides", () => {
    const [input, output] = jsonSchemasOf(z.object({ a: z.string().default("x") }));
    expect([input, output]).toMatchObject([{ properties: { a: {} } }, { required: ["a"] }]);
  });

  test("is converted once, since a server may define its tools anew for each request", () => {
    const schema = z.object({ a: z.string() });
    expect(jsonSchemasOf(schema)).toBe(jsonSchemasOf(schema));
  });

  test("is that of one side where the other says nothing", () => {
    expect(jsonSchemasOf(z.object({ a: z.string() }).transform(String))).toHaveLength(1);
    expect(jsonSchemasOf(z.custom().transform(String))).toEqual([]);
  });

  test.each<[string, z.ZodType]>([
    ["a date", z.date()],
    ["a transform", z.string().transform(Number)],
    ["a custom check", z.custom<string>()],
    ["a map", z.map(z.string(), z.string())],
    ["a bigint", z.bigint()],
  ])("tells its marks even beside %s, which has none", (_what, sibling) => {
    const schema = z.object({ deep: z.object({ sibling, password: secret }) });
    expect(jsonSchemasOf(schema).flatMap((one) => writeOnlyPaths(one))).toContain("deep.password");
    expect(readingOf(schema).isIncomplete).toBe(false);
  });

  const raise = () => {
    throw new Error("no");
  };

  test.each<[string, unknown, boolean]>([
    ["offers none", undefined, false],
    ["offers something else than functions", { input: 7 }, false],
    ["answers none", { input: () => "no schema" }, true],
    ["throws for what is sent", { input: raise, output: () => ({}) }, true],
    ["throws for what the handler gets", { input: () => ({ type: "string" }), output: raise }, true],
  ])("is incomplete only where its library %s", (_what, jsonSchema, isIncomplete) => {
    const standard = { version: 1, vendor: "test", validate: (value: unknown) => ({ value }), jsonSchema } as const;
    expect(readingOf({ "~standard": standard }).isIncomplete).toBe(isIncomplete);
  });
});
