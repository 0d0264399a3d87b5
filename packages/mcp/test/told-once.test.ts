import { expect, test } from "vitest";
import * as z from "zod";
import { call, confirmed, envelopeOf, shown } from "./support/answers.js";
import { guardedDrop } from "./support/guarded.js";
import { linkedClient } from "./support/linked-client.js";

const url = "https://files.example/42?sig=9f3a7c";
const result = {
  content: [{ type: "text", text: JSON.stringify({ url, id: 42 }) }],
  structuredContent: { url, id: 42 },
};
const outputSchema = { url: z.string(), id: z.number() };

test("a guarded tool's link is in the first result, in neither half of a replay, and the replay fits its schema", async () => {
  const { server, runs } = guardedDrop({ outputSchema }, { result, guard: { resultSecrets: ["url"] } });
  const client = await linkedClient(server);
  await client.listTools(); // from here on the client checks results against the schema
  const { withToken, result: first } = await confirmed(client, "drop");
  expect(shown(first)).toEqual(result);
  const replays = [await call(client, "drop", withToken), await call(client, "drop", withToken)];
  for (const replay of replays) {
    expect(shown(replay)).toEqual({
      content: [{ type: "text", text: '{"url":"[withheld]","id":42}' }],
      structuredContent: { url: "[withheld]", id: 42 },
    });
  }
  expect(runs).toHaveLength(1);
});

test("an argument marked writeOnly is hidden, and one that is resolved reaches the tool's own handler absolute", async () => {
  const inputSchema = { at: z.string(), password: z.string().meta({ writeOnly: true }) };
  const resolve = {
    at: (text: string, { nowMs }: { nowMs: number }) => (text === "now" ? new Date(nowMs).toISOString() : text),
  };
  const preview = (params: object) => ({
    summary: JSON.stringify(params),
    preview: params,
    material: { target: "foo", currentState: "published" },
  });
  const { server, runs } = guardedDrop({ inputSchema }, { guard: { resolve, preview } });
  const client = await linkedClient(server);
  const { preview: first } = await confirmed(client, "drop", { at: "now", password: "hunter2" });
  const { resolved, material } = envelopeOf(first) as { resolved: { at: string }; material: object };
  expect(JSON.stringify(first)).not.toContain("hunter2");
  expect(new Date(resolved.at).toISOString()).toBe(resolved.at);
  expect(material).toEqual({ target: "foo", current_state: "published" });
  expect(first.structuredContent).toMatchObject({ resolved, material });
  expect(runs[0]?.[0]).toEqual({ at: resolved.at, password: "hunter2" });
});
