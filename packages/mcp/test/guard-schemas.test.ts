import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import * as mini from "zod/v4-mini";
import { guardServer, type ToolSchema } from "../src/index.js";
import { call, envelopeOf, shown } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { addTool, dropped, guardedDrop, preview } from "./support/guarded.js";
import { linkedClient } from "./support/linked-client.js";

type Arguments = Record<string, unknown>;
type Kind = [string, ToolSchema | undefined, good: Arguments, bad: Arguments | undefined];

const A = z.object({ kind: z.literal("a"), id: z.number() });
const B = z.strictObject({ kind: z.literal("b"), name: z.string().optional() });
const A3 = z3.object({ kind: z3.literal("a"), id: z3.number() });
const B3 = z3.object({ kind: z3.literal("b"), name: z3.string().optional() }).strict();

const kinds: Kind[] = [
  ["none", undefined, {}, undefined],
  ["an empty raw shape", {}, {}, undefined],
  ["a raw shape", { id: z.number(), force: z.boolean().default(false) }, { id: 1 }, { id: "1" }],
  ["a raw shape of zod 3", { id: z3.number(), force: z3.boolean().default(false) }, { id: 1 }, { id: "1" }],
  ["an object", A, { kind: "a", id: 1 }, { kind: "a" }],
  ["an object of zod mini", mini.object({ id: mini.string() }), { id: "x" }, { id: 1 }],
  ["a strict object", z.strictObject({ id: z.number() }), { id: 1 }, { id: 1, more: 2 }],
  ["a strict object of zod 3", z3.object({ id: z3.number() }).strict(), { id: 1 }, { id: 1, more: 2 }],
  ["a loose object", z.looseObject({ id: z.number() }), { id: 1, more: [2] }, {}],
  ["a refined object", z.object({ id: z.number() }).refine(({ id }) => id > 0), { id: 1 }, { id: 0 }],
  ["a refined object of zod 3", z3.object({ id: z3.number() }).refine(({ id }) => id > 0), { id: 1 }, { id: 0 }],
  ["an object refined at leisure", z.object({ id: z.number() }).refine(async ({ id }) => id > 0), { id: 1 }, { id: 0 }],
  ["a transformed member", z.object({ id: z.string().transform((id) => `${id}!`) }), { id: "x" }, { id: 1 }],
  ["a transformed object", A.transform(({ id }) => ({ id: id + 1 })), { kind: "a", id: 1 }, { kind: "a" }],
  ["a transformed object of zod 3", A3.transform(({ id }) => ({ id: id + 1 })), { kind: "a", id: 1 }, { kind: "a" }],
  ["a preprocessed object", z.preprocess((value) => value, A), { kind: "a", id: 1 }, { kind: "a" }],
  ["a union", z.union([A, B]), { kind: "b", name: "x" }, { kind: "b", name: "x", more: 1 }],
  ["a union of zod 3", z3.union([A3, B3]), { kind: "b", name: "x" }, { kind: "b", name: "x", more: 1 }],
  ["a discriminated union", z.discriminatedUnion("kind", [A, B]), { kind: "a", id: 1 }, { kind: "c" }],
  ["a discriminated union of zod 3", z3.discriminatedUnion("kind", [A3, B3]), { kind: "a", id: 1 }, { kind: "c" }],
  [
    "an intersection with a union",
    z.intersection(z.object({ n: z.number() }), z.union([A, B])),
    { n: 1, kind: "b" },
    { kind: "b" },
  ],
  [
    "an intersection of zod 3",
    z3.intersection(z3.object({ n: z3.number() }), A3),
    { n: 1, kind: "a", id: 1 },
    { n: 1 },
  ],
  ["an object that may be null", A.nullable(), { kind: "a", id: 1 }, { kind: "a" }],
  ["an object under an id", A.meta({ id: "Foo" }), { kind: "a", id: 1 }, { kind: "a" }],
  ["a record", z.record(z.string(), z.number()), { a: 1 }, { a: "1" }],
  ["a record of few keys", z.partialRecord(z.enum(["a", "b"]), z.number()), { a: 1 }, { c: 1 }],
  ["anything", z.any(), { a: { b: 1 } }, undefined],
];

interface Listed {
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
}

async function listing(server: McpServer) {
  const client = await linkedClient(server);
  const [tool] = (await client.listTools()).tools;
  return { client, listed: tool?.inputSchema as unknown as Listed };
}

/** What arrives from a client that sends only what is listed by name, unless other names are allowed expressly. */
const dropping = ({ properties, additionalProperties = false }: Listed, args: Arguments): Arguments =>
  additionalProperties === false
    ? Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(properties, key)))
    : args;

describe("a guarded tool takes its token whatever its input schema is, and its own schema validates:", () => {
  test.each(kinds)("%s", async (_, inputSchema, good, bad) => {
    const config = inputSchema === undefined ? {} : { inputSchema };
    const plain = newServer();
    const unguarded = addTool(plain, "drop", config);
    await call(await linkedClient(plain), "drop", good);

    const { server, runs } = guardedDrop(config);
    const { client, listed } = await listing(server);
    for (const key of ["anyOf", "oneOf", "allOf", "$ref", "not", "if"]) expect(listed).not.toHaveProperty(key);
    expect(listed).toMatchObject({
      type: "object",
      properties: { confirm_token: { type: "string" }, acknowledge_duplicate: { type: "string" } },
    });
    expect(listed.required ?? []).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(confirm|acknowledge)_/)]),
    );

    const first = envelopeOf(await call(client, "drop", good));
    expect(first).toMatchObject({ status: "confirmation_required" });
    const confirm_token = first.confirm_token as string;
    const withToken = { ...good, confirm_token };
    const asListed = new AjvJsonSchemaValidator().getValidator(listed as never);
    expect(asListed({ ...withToken, acknowledge_duplicate: "op_1" }).errorMessage).toBeUndefined();
    if (bad !== undefined) {
      expect(envelopeOf(await call(client, "drop", bad)).reason).toBe("invalid_params");
      expect(envelopeOf(await call(client, "drop", { ...bad, confirm_token })).reason).toBe("invalid_params");
    }
    const sent = Object.keys(good).every((key) => key in listed.properties) ? dropping(listed, withToken) : withToken;
    expect(shown(await call(client, "drop", sent))).toEqual(dropped);
    expect(runs.map(([params]) => (inputSchema === undefined ? {} : params))).toEqual(
      unguarded.runs.map(([params]) => (inputSchema === undefined ? {} : params)),
    );
    expect(runs).toHaveLength(1);
  });
});

test("the forms of a union are told in a sentence, since its members are listed together", async () => {
  const { server } = guardedDrop({ inputSchema: z.discriminatedUnion("kind", [A, B]) });
  const { listed } = await listing(server);
  expect(listed).toMatchObject({
    description: 'The arguments take one of these forms: { kind: "a", id } or { kind: "b", name? }.',
    properties: { kind: { anyOf: [{ const: "a" }, { const: "b" }] }, id: { type: "number" }, name: { type: "string" } },
    required: ["kind"],
  });
});

test("a server's own limit on the size of arguments holds for guarded tools too", async () => {
  const server = new McpServer({ name: "foos", version: "1" }, { maxToolInputElements: 3 });
  addTool(server, "drop", { inputSchema: z.looseObject({}) });
  guardServer(server, engine().tier2, {
    tools: { drop: { preview } },
    others: 1,
  });
  const client = await linkedClient(server);
  expect((await call(client, "drop", { a: [1, 2, 3, 4] })).content).toEqual([
    { type: "text", text: expect.stringMatching(/more than the maximum of 3 elements/) },
  ]);
  expect(envelopeOf(await call(client, "drop", { a: 1 })).status).toBe("confirmation_required");
});
