import { defineTier2Tool, verbatim } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import { registerTier2Tool, type ToolSchema } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, textsOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { linkedClient } from "./support/linked-client.js";

interface Given {
  outputSchema?: ToolSchema;
  /** What the handler returns, right or wrong. */
  result: unknown;
  tier?: 1 | 2;
}

/** A client of a tool that returns this; it has listed the tools, so that it validates what it gets. */
async function clientOf({ outputSchema, result, tier = 2 }: Given) {
  const server = newServer();
  const runs: unknown[] = [];
  registerTier2Tool(
    server,
    engine().tier2,
    "drop",
    {
      description: "Drops.",
      inputSchema: { id: z.number() },
      ...(outputSchema !== undefined && { outputSchema }),
      tier2: { tier, preview: ({ id }) => ({ summary: `Will drop ${id}.`, preview: { id } }) },
    },
    (async (params: unknown) => {
      runs.push(params);
      return result;
    }) as never,
  );
  const client = await linkedClient(server);
  const { tools } = await client.listTools();
  return { client, runs, listed: tools[0]?.outputSchema };
}

const deleted = { deleted: z.number() };
const good = { content: [{ type: "text", text: "3" }], structuredContent: { deleted: 3 } };

describe("a tool with an output schema", () => {
  test("previews, answers and replays, whether or not the client has listed the tools", async () => {
    const { client: listing, runs } = await clientOf({ outputSchema: deleted, result: good });
    const { preview, result, withToken } = await confirmed(listing, "drop", { id: 1 });
    expect(preview.structuredContent).toMatchObject({ status: "confirmation_required", preview: { id: 1 } });
    expect(shown(result)).toEqual(good);
    expect(shown(await call(listing, "drop", withToken))).toEqual(good);
    expect(runs).toHaveLength(1);

    const server = newServer();
    const { tier2 } = engine();
    const config = { description: "Drops.", outputSchema: deleted };
    const guard = { preview: () => ({ summary: "Will drop.", preview: {} }) };
    registerTier2Tool(server, tier2, "drop", { ...config, tier2: guard }, async () => good as never);
    const { preview: first, result: second } = await confirmed(await linkedClient(server), "drop");
    expect(envelopeOf(first).status).toBe("confirmation_required");
    expect(shown(second)).toEqual(good);
  });

  test("lists its own schema first, beside the envelopes, under a root of type object", async () => {
    const { listed } = await clientOf({ outputSchema: deleted, result: good });
    expect(listed).toMatchObject({
      type: "object",
      anyOf: [
        { type: "object", properties: { deleted: { type: "number" } }, required: ["deleted"] },
        { properties: { status: { const: "confirmation_required" } } },
        { properties: { status: { const: "approval_pending" } } },
        { properties: { status: { const: "ok" } } },
      ],
    });
  });

  test("is refused as text only", async () => {
    const { client, runs } = await clientOf({ outputSchema: deleted, result: good });
    const refused = await call(client, "drop", { id: 1, confirm_token: `cfm_${"A".repeat(43)}` });
    expect(refused).toMatchObject({ isError: true });
    expect(refused).not.toHaveProperty("structuredContent");
    expect(envelopeOf(refused).reason).toBe("unknown_or_used");
    expect(runs).toEqual([]);
  });

  test("may be one of several forms, which the SDK alone cannot do", async () => {
    const outputSchema = z.union([z.object({ deleted: z.number() }), z.object({ archived: z.number() })]);
    const { client } = await clientOf({ outputSchema, result: good });
    const { result } = await confirmed(client, "drop", { id: 1 });
    expect(shown(result)).toEqual(good);
  });

  test("may leave out what has a default, and add what a plain object ignores", async () => {
    const outputSchema = { deleted: z.number().default(0), note: z.string().optional() };
    const result = { content: [], structuredContent: { more: true } };
    const { client } = await clientOf({ outputSchema, result });
    expect(shown((await confirmed(client, "drop", { id: 1 })).result)).toEqual(result);
  });

  test("may refer to one schema twice, or to itself", async () => {
    const part = z3.object({ x: z3.number() });
    const twice = await clientOf({
      outputSchema: z3.object({ a: part, b: part }),
      result: { content: [], structuredContent: { a: { x: 1 }, b: { x: 2 } } },
    });
    expect((await confirmed(twice.client, "drop", { id: 1 })).result.structuredContent).toEqual({
      a: { x: 1 },
      b: { x: 2 },
    });

    const Node = z.strictObject({
      get children() {
        return z.array(Node);
      },
    });
    const tree = { children: [{ children: [] }] };
    const itself = await clientOf({ outputSchema: Node, result: { content: [], structuredContent: tree } });
    expect((await confirmed(itself.client, "drop", { id: 1 })).result.structuredContent).toEqual(tree);
    const wrong = { children: [{ children: [], status: "ok", tool: "x", message: "an envelope is no node" }] };
    const bad = await clientOf({ outputSchema: Node, result: { content: [], structuredContent: wrong } });
    expect((await confirmed(bad.client, "drop", { id: 1 })).result.isError).toBe(true);
  });

  test("lists a default that only looks like a reference as it is", async () => {
    const outputSchema = { schema: z.looseObject({}).default({ $ref: "#/x" }) };
    const { listed } = await clientOf({ outputSchema, result: good });
    expect(listed).toMatchObject({ anyOf: [{ properties: { schema: { default: { $ref: "#/x" } } } }, {}, {}, {}] });
  });

  test("says that it was executed where the answer was too large to be kept", async () => {
    const result = { content: [{ type: "text", text: "x".repeat(70_000) }], structuredContent: { deleted: 3 } };
    const { client, runs } = await clientOf({ outputSchema: deleted, result });
    const { result: answer, withToken } = await confirmed(client, "drop", { id: 1 });
    expect(answer.structuredContent).toMatchObject({ status: "ok", result_withheld: "too_large" });
    expect(shown(await call(client, "drop", withToken))).toEqual(shown(answer));
    expect(runs).toHaveLength(1);
  });

  test("may be one of defineTier2Tool, for its verbatim results and its envelopes alike", async () => {
    const server = newServer();
    const { tier2 } = engine();
    const tool = (name: string, answer: object) =>
      defineTier2Tool({
        name,
        description: "Drops.",
        preview: () => ({ summary: "Will drop.", preview: {} }),
        execute: () => answer as { message: string },
      });
    registerTier2Tool(server, tier2, tool("own", verbatim(good)), { outputSchema: deleted });
    registerTier2Tool(server, tier2, tool("done", { message: "Dropped.", details: { nth: 1 } }), {
      outputSchema: deleted,
    });
    const client = await linkedClient(server);
    await client.listTools();
    expect(shown((await confirmed(client, "own")).result)).toEqual(good);
    expect((await confirmed(client, "done")).result.structuredContent).toMatchObject({ message: "Dropped.", nth: 1 });
  });
});

describe("a result that the SDK would reject on its way still tells that the operation was executed:", () => {
  const strict3 = z3.object({ deleted: z3.number() });
  const wrong = { content: [{ type: "text", text: "3" }], structuredContent: { deleted: "three" } };
  test.each<[string, Given, RegExp]>([
    ["structuredContent of another form", { outputSchema: deleted, result: wrong }, /expected number.* at deleted/i],
    ["no structuredContent", { outputSchema: deleted, result: { content: [] } }, /no structuredContent/],
    [
      "a key that only the client refuses",
      { outputSchema: strict3, result: { content: [], structuredContent: { deleted: 3, more: 1 } } },
      /additional properties/,
    ],
    [
      "an envelope made by the handler",
      { outputSchema: deleted, result: { content: [], structuredContent: { status: "ok", tool: "x", message: "" } } },
      /deleted/,
    ],
    ["no tool result at all", { result: { content: "deleted" } }, /no MCP tool result/],
    ["no tool result, with an output schema", { outputSchema: deleted, result: { content: 3 } }, /no MCP tool result/],
    [
      "structuredContent that cannot be checked",
      { outputSchema: z.object(deleted).refine(() => fail("no database")), result: good },
      /checking it threw: no database/,
    ],
    ["the same in Tier-1", { outputSchema: deleted, result: wrong, tier: 1 }, /expected number/i],
  ])("%s", async (_, given, problem) => {
    const { client, runs } = await clientOf(given);
    const first = await call(client, "drop", { id: 1 });
    const args = given.tier === 1 ? { id: 1 } : { id: 1, confirm_token: envelopeOf(first).confirm_token };
    const answer = given.tier === 1 ? first : await call(client, "drop", args);
    expect(answer.isError).toBe(true);
    expect(answer).not.toHaveProperty("structuredContent");
    const [sentence, original] = textsOf(answer);
    expect(sentence).toMatch(/^"drop" WAS EXECUTED/);
    expect(sentence).toMatch(/Do not call it again/);
    expect(sentence).toMatch(problem);
    expect(JSON.parse(original ?? "")).toEqual(given.result);
    expect(runs).toHaveLength(1);
    if (given.tier === 1) return;
    const again = await call(client, "drop", args);
    expect(shown(again)).toEqual(shown(answer));
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(runs).toHaveLength(1);
  });

  test("a handler that returns nothing has run all the same", async () => {
    const { client } = await clientOf({ outputSchema: deleted, result: undefined });
    expect((await confirmed(client, "drop", { id: 1 })).result.structuredContent).toMatchObject({ status: "ok" });
  });
});

describe("a handler's own error result", () => {
  test("keeps what fits the schema", async () => {
    const result = { ...good, isError: true };
    const { client } = await clientOf({ outputSchema: deleted, result });
    expect(shown((await confirmed(client, "drop", { id: 1 })).result)).toEqual(result);
  });

  test("has what does not fit as text, since a client would throw on it", async () => {
    const result = { content: [{ type: "text", text: "locked" }], structuredContent: { code: 7 }, isError: true };
    const { client } = await clientOf({ outputSchema: deleted, result });
    const { result: answer } = await confirmed(client, "drop", { id: 1 });
    expect(textsOf(answer)).toEqual(["locked", '{"code":7}']);
    expect(answer).toMatchObject({ isError: true });
    expect(answer).not.toHaveProperty("structuredContent");
  });

  test("needs no structuredContent", async () => {
    const result = { content: [{ type: "text", text: "locked" }], isError: true };
    const { client } = await clientOf({ outputSchema: deleted, result });
    expect(shown((await confirmed(client, "drop", { id: 1 })).result)).toEqual(result);
  });
});

/** A legal pattern, except in the unicode mode that clients compile it in. */
const needlessEscape = { pattern: "^\\#" };

describe("refused at registration, naming the tool:", () => {
  test.each<[string, ToolSchema, RegExp]>([
    ["what JSON cannot carry", { at: z.date() }, /outputSchema cannot be listed/],
    [
      "a pattern that clients cannot compile",
      { id: z.string().meta(needlessEscape) },
      /no client could use its outputSchema/,
    ],
    ["no schema", { id: 1 } as unknown as ToolSchema, /outputSchema is neither a zod schema/],
  ])("%s", async (_, outputSchema, message) => {
    const registering = clientOf({ outputSchema, result: good });
    await expect(registering).rejects.toMatchObject({ name: "Tier2Error", code: "invalid_setup" });
    await expect(registering).rejects.toThrow(/Tool "drop": /);
    await expect(registering).rejects.toThrow(message);
  });
});

function fail(message: string): never {
  throw new Error(message);
}
