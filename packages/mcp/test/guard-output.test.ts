import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import type { ToolSchema } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, textsOf } from "./support/answers.js";
import { newServer } from "./support/engine.js";
import { addTool, guardedDrop } from "./support/guarded.js";
import { linkedClient } from "./support/linked-client.js";

const deleted = { deleted: 3 };
const good = { content: [{ type: "text", text: "3" }], structuredContent: deleted };

const kinds: [string, ToolSchema][] = [
  ["a raw shape", { deleted: z.number() }],
  ["a raw shape of zod 3", { deleted: z3.number() }],
  ["an object", z.object({ deleted: z.number() })],
  ["a strict object", z.strictObject({ deleted: z.number() })],
  ["a strict object of zod 3", z3.object({ deleted: z3.number() }).strict()],
  ["a refined object", z.object({ deleted: z.number() }).refine(() => true)],
  ["a refined object of zod 3", z3.object({ deleted: z3.number() }).refine(() => true)],
  ["a union", z.union([z.object({ archived: z.number() }), z.strictObject({ deleted: z.number() })])],
  ["a union of zod 3", z3.union([z3.object({ archived: z3.number() }), z3.object({ deleted: z3.number() }).strict()])],
  [
    "a discriminated union",
    z.discriminatedUnion("deleted", [z.object({ deleted: z.literal(3) }), z.object({ deleted: z.literal(4) })]),
  ],
];

describe("a guarded tool's output schema makes room for previews, and its result arrives as it was returned:", () => {
  test.each(kinds)("%s", async (_, outputSchema) => {
    const { server, runs } = guardedDrop({ outputSchema }, { result: good });
    const client = await linkedClient(server);
    const [tool] = (await client.listTools()).tools; // from here on the client validates
    expect(tool?.outputSchema).toMatchObject({ type: "object", anyOf: expect.any(Array) });
    const { preview, result, withToken } = await confirmed(client, "drop");
    expect(preview.structuredContent).toMatchObject({ status: "confirmation_required" });
    expect(shown(result)).toEqual(good);
    expect(shown(await call(client, "drop", withToken))).toEqual(good);
    expect(runs).toHaveLength(1);
  });

  test.each(kinds)(
    "%s, where a result does not fit: told as executed, replayed, not run again",
    async (_, outputSchema) => {
      const wrong = { content: [], structuredContent: { deleted: "three" } };
      const { server, runs } = guardedDrop({ outputSchema }, { result: wrong });
      const client = await linkedClient(server);
      await client.listTools();
      const { result, withToken } = await confirmed(client, "drop");
      expect(result.isError).toBe(true);
      const [sentence, original] = textsOf(result);
      expect(sentence).toMatch(/^"drop" WAS EXECUTED; .* Do not call it again/);
      expect(JSON.parse(original ?? "")).toEqual(wrong);
      expect(shown(await call(client, "drop", withToken))).toEqual(shown(result));
      expect(runs).toHaveLength(1);
    },
  );
});

test("without a guard the SDK crashes on a union after the handler ran: the control run", async () => {
  const server = newServer();
  const outputSchema = z.union([z.object({ deleted: z.number() }), z.object({ archived: z.number() })]);
  const { runs } = addTool(server, "drop", { outputSchema }, good);
  expect((await call(await linkedClient(server), "drop")).isError).toBe(true);
  expect(runs).toHaveLength(1);
});

test("a guarded tool that is called as a task answers no task, and runs nothing", async () => {
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
  const { server, runs } = guardedDrop({}, { capabilities });
  const client = await linkedClient(server);
  const params = { name: "drop", arguments: {}, task: { ttl: 1000 } };
  await expect(client.request({ method: "tools/call", params }, z.looseObject({}))).rejects.toThrow(
    /not support tasks/,
  );
  const confirm_token = envelopeOf(await call(client, "drop")).confirm_token;
  const confirming = { ...params, arguments: { confirm_token } };
  await expect(client.request({ method: "tools/call", params: confirming }, z.looseObject({}))).rejects.toThrow(
    /not support tasks/,
  );
  expect(runs).toEqual([]);
});
