import type { AnySchema, Tier2Tool } from "@holdpoint/tier2-core";
import { defineTier2Tool } from "@holdpoint/tier2-core";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import * as mini from "zod/v4-mini";
import { registerTier2Tool, type ToolSchema } from "../src/index.js";
import { call, confirmed, envelopeOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { linkedClient } from "./support/linked-client.js";

/** What is listed for a tool with this input, and a handler that records the params it got. */
async function listed(inputSchema: ToolSchema | undefined) {
  const server = newServer();
  const seen: unknown[] = [];
  registerTier2Tool(
    server,
    engine().tier2,
    "drop",
    {
      description: "Drops.",
      ...(inputSchema !== undefined && { inputSchema }),
      tier2: { preview: (params) => ({ summary: "Will drop.", preview: { params } }) },
    },
    (async (params: unknown) => {
      seen.push(params);
      return { content: [] };
    }) as never,
  );
  const client = await linkedClient(server);
  const { tools } = await client.listTools();
  return { client, seen, json: tools[0]?.inputSchema as Record<string, unknown> };
}

/** What the SDK itself lists for the same input. */
async function listedBySdk(inputSchema: ToolSchema) {
  const server = newServer();
  server.registerTool("drop", { description: "Drops.", inputSchema }, async () => ({ content: [] }));
  const { tools } = await (await linkedClient(server)).listTools();
  return tools[0]?.inputSchema as Record<string, unknown>;
}

const shared = z.object({ x: z.number() }).meta({ id: "Shared" });
const $schema = expect.any(String);
const added = {
  confirm_token: { type: "string", description: expect.stringMatching(/first call/) },
  acknowledge_duplicate: { type: "string", description: expect.stringMatching(/duplicate_of/) },
};

describe("what tools/list shows is what the SDK shows for the schema, plus the optional keys of the protocol:", () => {
  test.each<[string, ToolSchema]>([
    ["a raw shape", { id: z.number().int(), force: z.boolean().default(false), note: z.string().optional() }],
    ["an empty raw shape", {}],
    ["an object", z.object({ id: z.number(), inner: z.object({ a: z.array(z.string()) }) })],
    ["a strict object", z.strictObject({ id: z.number() })],
    ["a loose object", z.looseObject({ id: z.number() })],
    ["a refined object", z.object({ id: z.string() }).refine((value) => value.id !== "")],
    ["an object of zod mini", mini.object({ id: mini.string() })],
    ["an object of zod 3", z3.object({ id: z3.number().describe("which"), force: z3.boolean().default(false) })],
    ["a strict object of zod 3", z3.object({ id: z3.number() }).strict()],
    ["a raw shape of zod 3", { id: z3.number() }],
    ["shared definitions", z.object({ a: shared, b: z.array(shared) })],
  ])("%s", async (_, schema) => {
    const { json } = await listed(schema);
    const plain = await listedBySdk(schema);
    expect(json).toEqual({ ...plain, properties: { ...(plain.properties as object), ...added } });
    for (const key of Object.keys(added)) expect(plain.required ?? []).not.toContain(key);
  });

  test("no input at all", async () => {
    const { json } = await listed(undefined);
    expect(json).toEqual({ $schema, type: "object", properties: added });
  });
});

describe("where the SDK would list no properties, so that no model would find the token, they are listed:", () => {
  test.each<[string, ToolSchema]>([
    ["a refined object of zod 3", z3.object({ id: z3.string() }).refine(() => true)],
    ["a transformed object", z.object({ id: z.string() }).transform((value) => value)],
    ["a preprocessed object", z.preprocess((value) => value, z.object({ id: z.string() }))],
  ])("%s", async (_, schema) => {
    expect((await listedBySdk(schema)).properties).toEqual({});
    const { json } = await listed(schema);
    expect(json).toMatchObject({ type: "object", properties: { id: { type: "string" }, ...added }, required: ["id"] });
  });
});

test("a schema that contains itself lists the keys of the protocol at its root only", async () => {
  const Node = z.strictObject({
    name: z.string(),
    get children() {
      return z.array(Node);
    },
  });
  const { json } = await listed(Node);
  expect(json).toMatchObject({
    properties: { children: { items: { $ref: "#/definitions/params" } }, ...added },
    definitions: { params: { properties: { children: { items: { $ref: "#/definitions/params" } } } } },
  });
  const { properties } = (json.definitions as { params: { properties: object } }).params;
  for (const key of Object.keys(added)) expect(properties).not.toHaveProperty(key);
});

describe("a choice or a combination is listed as one plain object, which accepts each of its forms:", () => {
  const A = z.strictObject({ k: z.literal("a"), id: z.number() });
  const B = z.strictObject({ k: z.literal("b"), id: z.string(), note: z.string().optional() });
  const k = { anyOf: [{ const: "a" }, { const: "b" }] };
  const id = { anyOf: [{ type: "number" }, { type: "string" }] };

  test.each<[string, ToolSchema, object]>([
    [
      "a union of strict objects",
      z.union([A, B]),
      { properties: { k, id }, required: ["k", "id"], additionalProperties: false },
    ],
    [
      "one that says what it is",
      z.union([A, B]).describe("A foo."),
      { description: expect.stringMatching(/^A foo\. The arg/) },
    ],
    [
      "a union of which one is open",
      z.union([A, z.object({ n: z.number() })]),
      { properties: { n: { type: "number" } }, description: expect.stringMatching(/\{ k: "a", id \} or \{ n \}/) },
    ],
    ["a union in a union", z.union([A, z.union([B, z.object({ n: z.number() })])]), { properties: { k, id } }],
    ["a union with forms that are no object", z.union([A, z.null(), z.string()]), { required: ["k", "id"] }],
    ["properties beside a choice", z.object({ a: z.string() }).meta({ oneOf: [{}, true] }), { required: ["a"] }],
    [
      "properties that two schemas limit",
      z.object({ a: z.string() }).meta({ allOf: [{ properties: { a: { minLength: 1 } }, required: ["b"] }] }),
      { properties: { a: { allOf: [{ type: "string" }, { minLength: 1 }] } }, required: ["a", "b"] },
    ],
    [
      "an object under an id",
      A.meta({ id: "Foo" }),
      { properties: { id: { type: "number" } }, additionalProperties: false },
    ],
    [
      "a choice that is impossible in part",
      z.object({}).meta({ anyOf: [false, { properties: { a: {} } }] }),
      { properties: { a: {} } },
    ],
  ])("%s", async (_, schema, shown) => {
    const { json } = await listed(schema);
    for (const key of ["anyOf", "oneOf", "allOf", "$ref"]) expect(json).not.toHaveProperty(key);
    expect(json).toMatchObject({ type: "object", ...shown });
    expect(json.properties).toMatchObject(added);
  });

  test("with the references within it still in place", async () => {
    const part = z3.object({ x: z3.number() });
    const schema = z3.union([z3.object({ a: part, default: part }), z3.object({ b: part })]);
    const { json } = await listed(schema);
    const compiled = new AjvJsonSchemaValidator().getValidator(json as never);
    expect(compiled({ a: { x: 1 }, default: { x: 1 }, confirm_token: "t" }).errorMessage).toBeUndefined();
    expect(compiled({ b: { x: "1" } }).valid).toBe(false);
    expect(compiled({ a: { x: 1 }, default: { x: "1" } }).valid).toBe(false);
  });
});

describe("limits on names and their number make room for the keys of the protocol:", () => {
  test.each<[string, ToolSchema, object]>([
    ["a record", z.record(z.string(), z.number()), { additionalProperties: { type: "number" } }],
    [
      "names of a pattern",
      z.record(z.string().regex(/^x/), z.number()),
      { propertyNames: { anyOf: [{ pattern: "^x" }, { enum: Object.keys(added) }] } },
    ],
    ["a limited number", z.object({}).meta({ maxProperties: 1 }), { maxProperties: 3 }],
    ["anything", z.any(), {}],
  ])("%s", async (_, schema, shown) => {
    const { json } = await listed(schema);
    expect(json).toMatchObject({ type: "object", properties: added, ...shown });
    const validate = new AjvJsonSchemaValidator().getValidator(json as never);
    expect(validate({ x: 1, confirm_token: "t", acknowledge_duplicate: "op" }).errorMessage).toBeUndefined();
  });
});

test("what is listed stays the same from one listing to the next", async () => {
  const { client, json } = await listed({ id: z.number().default(3) });
  expect((await client.listTools()).tools[0]?.inputSchema).toEqual(json);
  expect((await client.listTools()).tools[0]?.inputSchema).toEqual(json);
});

test("a tool whose input comes from another library is listed with the JSON Schema that its schema gives", async () => {
  const asked: unknown[] = [];
  const input = {
    "~standard": {
      version: 1,
      vendor: "own",
      validate: (value: unknown) => ({ value }),
      jsonSchema: {
        input: (options: unknown) => {
          asked.push(options);
          return { type: "object", properties: { id: { type: "number" } } };
        },
      },
    },
  } as AnySchema;
  const { tools } = await (await linkedClient(withTool(toolOf(input)))).listTools();
  expect(tools[0]?.inputSchema).toEqual({
    $schema,
    type: "object",
    properties: { id: { type: "number" }, ...added },
  });
  // First by the engine, which looks for arguments that are marked secret.
  expect(asked).toEqual([{ target: "draft-2020-12" }, { target: "draft-07" }]);
});

const toolOf = (input: AnySchema): Tier2Tool =>
  defineTier2Tool({
    name: "drop",
    description: "Drops.",
    input,
    preview: () => ({ summary: "Will drop.", preview: {} }),
    execute: () => ({ message: "" }),
  });

function withTool(tool: Tier2Tool) {
  const server = newServer();
  registerTier2Tool(server, engine().tier2, tool);
  return server;
}

describe("refused at registration, naming the tool:", () => {
  const date = z.object({ at: z.date() });
  const taking = z.object({ confirm_token: z.string() });
  const eleven = z.union(Array.from({ length: 11 }, (_, n) => z.object({ [`a${n}`]: z.string() })));
  const manyForms = z.object({}).meta({ allOf: [z.toJSONSchema(eleven), z.toJSONSchema(eleven)] });
  test.each<[string, ToolSchema, RegExp]>([
    ["a confirm_token of its own", { confirm_token: z.string() }, /already has confirm_token/],
    ["an acknowledge_duplicate of its own", { acknowledge_duplicate: z.string() }, /already has acknowledge_duplicate/],
    ["a confirm_token of its own, in zod 3", z3.object({ confirm_token: z3.string() }), /already has confirm_token/],
    ["a text", z.string(), /accepts no object/],
    ["a choice of texts", z.union([z.string(), z.null()]), /accepts no object/],
    ["a condition", z.object({ a: z.string() }).meta({ if: {} }), /at its root stands if/],
    ["a condition in one form", z.union([z.object({ a: z.string() }).meta({ not: {} })]), /at its root stands not/],
    ...["not", "if", "then", "else", "dependentSchemas", "unevaluatedProperties", "const", "enum", "$dynamicRef"].map(
      (keyword): [string, ToolSchema, RegExp] => [
        `${keyword} in a combination`,
        z.object({}).meta({ allOf: [{ [keyword]: keyword === "enum" ? [{}] : {} }] }),
        new RegExp(`at its root stands ${keyword.replace("$", "\\$")}`),
      ],
    ),
    [
      "a reference to elsewhere",
      z.object({}).meta({ allOf: [{ $ref: "https://example.com/x" }] }),
      /stands \$ref "https/,
    ],
    ["a reference into itself", z.object({}).meta({ allOf: [{ $ref: "#" }] }), /stands \$ref "#"/],
    ["a reference to nothing", z.object({}).meta({ allOf: [{ $ref: "#/definitions/x" }] }), /stands \$ref/],
    ["too many forms", manyForms, /more than 100 forms/],
    ["a form with a confirm_token", z.union([z.object({ a: z.string() }), taking]), /already has confirm_token/],
    ["a form that demands one", z.object({}).meta({ anyOf: [{ required: ["confirm_token"] }] }), /already has/],
    ["a record of such a key", z.record(z.enum(["a", "confirm_token"]), z.string()), /already has confirm_token/],
    ["a pattern of such keys", z.looseObject({}).meta({ patternProperties: { token$: {} } }), /a pattern .* token\$/],
    ["a pattern that is none", z.looseObject({}).meta({ patternProperties: { "(": {} } }), /a pattern .* \(/],
    ["what JSON cannot carry", date, /cannot be listed: Date cannot be represented/],
    ["a raw shape of two zod versions", { a: z.string(), b: z3.string() } as ToolSchema, /mixes schemas/],
    ["no schema", { id: "number" } as unknown as ToolSchema, /neither a zod schema/],
  ])("%s", async (_, schema, message) => {
    const registering = listed(schema);
    await expect(registering).rejects.toMatchObject({ name: "Tier2Error", code: "invalid_setup" });
    await expect(registering).rejects.toThrow(/Tool "drop": /);
    await expect(registering).rejects.toThrow(message);
  });

  test("a schema of another library that gives no JSON Schema", () => {
    const input = {
      "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) },
    } as AnySchema;
    expect(() => withTool(toolOf(input))).toThrow(/Tool "drop": its input schema has no JSON Schema/);
  });
});

describe("the arguments are validated by the tool's own schema, and by nothing else:", () => {
  test("a strict object refuses an unknown key on both calls, and does not take the token for one", async () => {
    const { client, seen } = await listed(z.strictObject({ id: z.number() }));
    const refused = await call(client, "drop", { id: 1, other: 2 });
    expect(envelopeOf(refused)).toMatchObject({ reason: "invalid_params", error: expect.stringMatching(/other/) });
    const confirm_token = tokenOf(await call(client, "drop", { id: 1 }));
    expect(envelopeOf(await call(client, "drop", { id: 1, other: 2, confirm_token })).reason).toBe("invalid_params");
    await call(client, "drop", { id: 1, confirm_token });
    expect(seen).toEqual([{ id: 1 }]);
  });

  test("a refinement holds on both calls", async () => {
    const { client, seen } = await listed(z.object({ id: z.string() }).refine((v) => v.id !== "", "id is empty"));
    const refused = await call(client, "drop", { id: "" });
    expect(envelopeOf(refused)).toMatchObject({
      reason: "invalid_params",
      error: expect.stringMatching(/id is empty/),
    });
    await confirmed(client, "drop", { id: "a" });
    expect(seen).toEqual([{ id: "a" }]);
  });

  test("a transform and a default are applied once", async () => {
    const schema = z.object({ id: z.string().transform((id) => `${id}!`), n: z.number().default(5) });
    const { client, seen } = await listed(schema);
    await confirmed(client, "drop", { id: "a" });
    expect(seen).toEqual([{ id: "a!", n: 5 }]);
  });

  test("a plain object drops unknown keys, so that they make no difference", async () => {
    const { client, seen } = await listed({ id: z.number() });
    const confirm_token = tokenOf(await call(client, "drop", { id: 1, junk: "x" }));
    await call(client, "drop", { id: 1, confirm_token });
    expect(seen).toEqual([{ id: 1 }]);
  });

  test("a schema of zod 3 is as good as one of zod 4", async () => {
    const { client, seen } = await listed(z3.object({ id: z3.number(), force: z3.boolean().default(false) }).strict());
    expect(envelopeOf(await call(client, "drop", { id: "1" })).reason).toBe("invalid_params");
    await confirmed(client, "drop", { id: 1 });
    expect(seen).toEqual([{ id: 1, force: false }]);
  });

  test("a tool without input has a handler without arguments, and still takes the token", async () => {
    const { client, seen } = await listed(undefined);
    await confirmed(client, "drop");
    expect(seen).toEqual([expect.objectContaining({ requestId: expect.anything(), signal: expect.any(AbortSignal) })]);
  });
});
