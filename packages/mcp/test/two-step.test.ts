import { describe, expect, test } from "vitest";
import * as z from "zod";
import { registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, textsOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { deleteFoo, Foos } from "./support/foos.js";
import { linkedClient } from "./support/linked-client.js";

async function setup() {
  const foos = new Foos();
  const server = newServer();
  const { tier2, events } = engine();
  registerTier2Tool(server, tier2, deleteFoo(foos));
  registerTier2Tool(
    server,
    tier2,
    "delete_bar",
    {
      description: "Deletes a bar.",
      inputSchema: { id: z.number(), force: z.boolean().default(false) },
      tier2: { preview: ({ id, force }) => ({ ...foos.preview(id), preview: { id, force } }) },
    },
    async ({ id }) => ({
      content: [
        { type: "text", text: `deleted ${id}` },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
      structuredContent: { nth: await foos.delete(id) },
      _meta: { "example.com/own": 1 },
    }),
  );
  return { foos, events, server, client: await linkedClient(server) };
}

describe("a tool of defineTier2Tool", () => {
  test("previews first, runs once when confirmed, and answers a repetition from the record", async () => {
    const { client, foos } = await setup();
    const preview = await call(client, "delete_foo", { id: 7 });
    expect(foos.deleted).toEqual([]);
    expect(envelopeOf(preview)).toMatchObject({
      status: "confirmation_required",
      tool: "delete_foo",
      summary: "Will delete foo #7.",
      preview: { foo_id: 7 },
    });

    const withToken = { id: 7, confirm_token: tokenOf(preview) };
    const done = await call(client, "delete_foo", withToken);
    const again = await call(client, "delete_foo", withToken);
    expect(envelopeOf(done)).toEqual({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", nth: 1 });
    expect(shown(again)).toEqual(shown(done));
    expect(foos.deleted).toEqual([7]);
  });

  test("tells in _meta, and only there, that an answer is a replay", async () => {
    const { client } = await setup();
    const { result, withToken } = await confirmed(client, "delete_foo", { id: 7 });
    const again = await call(client, "delete_foo", withToken);
    expect(result._meta).not.toHaveProperty("holdpoint/replayed");
    expect(again._meta).toMatchObject({ ...result._meta, "holdpoint/replayed": true });
    expect(JSON.stringify(shown(again))).toBe(JSON.stringify(shown(result)));
  });

  test("says NOT EXECUTED in the first text, and has the same envelope as second text and as structuredContent", async () => {
    const { client } = await setup();
    const preview = await call(client, "delete_foo", { id: 7 });
    const [first, second, ...more] = textsOf(preview);
    expect(first).toMatch(/^NOT EXECUTED/);
    expect(first).toContain("Will delete foo #7.");
    expect(JSON.parse(second ?? "")).toEqual(preview.structuredContent);
    expect(more).toEqual([]);
    expect(preview.isError).not.toBe(true);
  });

  test("refuses as text only, with isError and without structuredContent", async () => {
    const { client, foos } = await setup();
    const preview = await call(client, "delete_foo", { id: 7 });
    const refused = await call(client, "delete_foo", { id: 8, confirm_token: tokenOf(preview) });
    expect(refused.isError).toBe(true);
    expect(refused).not.toHaveProperty("structuredContent");
    expect(envelopeOf(refused)).toMatchObject({ status: "rejected", reason: "params_changed" });
    expect(foos.deleted).toEqual([]);
  });

  test("passes an expected no of its preview on as not_possible", async () => {
    const { client } = await setup();
    const refused = await call(client, "delete_foo", { id: -1 });
    expect(envelopeOf(refused)).toMatchObject({ reason: "not_possible", error: "No such foo." });
  });

  test("can still be confirmed after a refused attempt", async () => {
    const { client, foos } = await setup();
    const confirm_token = tokenOf(await call(client, "delete_foo", { id: 7 }));
    await call(client, "delete_foo", { id: 8, confirm_token });
    const done = await call(client, "delete_foo", { id: 7, confirm_token });
    expect(envelopeOf(done).status).toBe("ok");
    expect(foos.deleted).toEqual([7]);
  });
});

test.each(["delete_foo", "delete_bar"])(
  "%s, previewed anew, runs once more only if that is acknowledged",
  async (name) => {
    const { client, foos } = await setup();
    await confirmed(client, name, { id: 7 });
    const preview = await call(client, name, { id: 7 });
    const duplicate = envelopeOf(preview).duplicate_of as { operation_id: string };
    expect(duplicate).toMatchObject({ operation_id: expect.stringMatching(/^op_/), status: "completed" });
    expect(textsOf(preview)[0]).toMatch(/^NOT EXECUTED/);
    expect(preview.structuredContent).toEqual(envelopeOf(preview));

    const refused = await call(client, name, { id: 7, confirm_token: tokenOf(preview) });
    expect(refused.isError).toBe(true);
    expect(envelopeOf(refused)).toMatchObject({ status: "rejected", reason: "duplicate" });
    expect(foos.deleted).toEqual([7]);

    const confirm_token = tokenOf(await call(client, name, { id: 7 }));
    const acknowledged = { id: 7, confirm_token, acknowledge_duplicate: duplicate.operation_id };
    expect((await call(client, name, acknowledged)).isError).not.toBe(true);
    expect(foos.deleted).toEqual([7, 7]);
  },
);

test("a tool with registerTool's own signature may allow duplicates", async () => {
  const [server, foos] = [newServer(), new Foos()];
  const tier2 = { duplicates: "allow", preview: () => foos.preview(1) } as const;
  registerTier2Tool(server, engine().tier2, "wipe", { description: "Wipes.", tier2 }, async () => {
    await foos.delete(1);
    return { content: [] };
  });
  const client = await linkedClient(server);
  for (const _ of [1, 2]) {
    const { preview } = await confirmed(client, "wipe");
    expect(envelopeOf(preview)).not.toHaveProperty("duplicate_of");
  }
  expect(foos.deleted).toEqual([1, 1]);
});

describe("a tool with registerTool's own signature", () => {
  test("previews first, then answers its handler's own result, and the same result to a repetition", async () => {
    const { client, foos } = await setup();
    const { preview, result, withToken } = await confirmed(client, "delete_bar", { id: 3 });
    expect(envelopeOf(preview)).toMatchObject({ status: "confirmation_required", preview: { id: 3, force: false } });
    expect(shown(result)).toEqual({
      content: [
        { type: "text", text: "deleted 3" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
      structuredContent: { nth: 1 },
    });
    expect(result._meta).toMatchObject({ "example.com/own": 1 });
    const again = await call(client, "delete_bar", withToken);
    expect(shown(again)).toEqual(shown(result));
    expect(again._meta).toMatchObject({ "example.com/own": 1, "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([3]);
  });

  test("counts a default that was left out and one that was spelt out as the same arguments", async () => {
    const { client, foos } = await setup();
    const confirm_token = tokenOf(await call(client, "delete_bar", { id: 3 }));
    const done = await call(client, "delete_bar", { id: 3, force: false, confirm_token });
    expect(done.isError).not.toBe(true);
    expect(foos.deleted).toEqual([3]);
  });
});

test("the description ends with the two steps, and names the tool to call again", async () => {
  const { client } = await setup();
  const { tools } = await client.listTools();
  for (const { name, description } of tools) {
    expect(description).toMatch(/^Deletes a \w+\.\n\n/);
    const note = description?.split("\n\n").at(-1);
    expect(note).toMatch(/first call only previews: it runs nothing/);
    expect(note).toMatch(/Show the preview to the user/);
    expect(note).toContain(`call "${name}" again with the SAME arguments plus confirm_token`);
    expect(note).toMatch(/duplicate_of.*only if the user wants that, with acknowledge_duplicate/);
    expect(note).toMatch(/Retries .* are safe/);
  }
});
