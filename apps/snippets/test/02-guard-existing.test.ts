import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, payments } from "../src/app.js";
import { statements } from "../src/existing-server.js";
import { connect, envelopeOf, shown } from "./mcp-client.js";

let redis: RedisServer;
let snippet: typeof import("../src/02-guard-existing.js");
let agent: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  redis = await startRedis({ persistence: "log" });
  process.env.REDIS_URL = redis.url;
  snippet = await import("../src/02-guard-existing.js");
  agent = await connect(snippet.server);
  await agent.client.listTools(); // from here on the client checks results against their output schemas
});
beforeEach(() => {
  db.reset();
  payments.reset();
  statements.length = 0;
});
afterAll(async () => {
  await agent.close();
  await snippet.tier2.close();
  (await import("../src/redis.js")).client.disconnect();
  await redis.stop();
});

/** Both steps of a tool, and the retry of the second. */
async function twoSteps(name: string, args: object) {
  const preview = envelopeOf(await agent.call(name, args));
  const confirm = { ...args, confirm_token: preview.confirm_token };
  return { preview, first: await agent.call(name, confirm), again: await agent.call(name, confirm) };
}

test("a named tool previews from current state, runs its own handler once, and answers in its own words", async () => {
  const { preview, first, again } = await twoSteps("delete_foo", { id: 7 });
  expect(preview).toMatchObject({ summary: "Will delete 'seven'", preview: { id: 7, related: 3 } });
  expect(first.content).toEqual([{ type: "text", text: expect.stringContaining('"name":"seven"') }]);
  expect(shown(again)).toEqual(shown(first));
  expect(db.deletions()).toEqual([7]);
  expect(envelopeOf(await agent.call("delete_foo", { id: 7 }))).toMatchObject({ error: "Foo not found" });
});

test("a strict schema and an output schema stay what they are", async () => {
  const { preview, first, again } = await twoSteps("refund_order", { order_id: "o-1", amount: "5.00" });
  expect(preview).toMatchObject({ summary: "Will refund 5.00", preview: { order_id: "o-1" } });
  expect(first.structuredContent).toEqual({ refund: "refund-1" });
  expect(shown(again)).toEqual(shown(first));
  expect(payments.refunds()).toHaveLength(1);
  const odd = await agent.call("refund_order", { order_id: "o-1", amount: "5.00", note: "?" });
  expect(envelopeOf(odd)).toMatchObject({ reason: "invalid_params" });
});

test("a union takes two steps as well", async () => {
  const { preview, first } = await twoSteps("run_sql", { sql: "DROP TABLE foos" });
  expect(preview).toMatchObject({ summary: "Will run DROP TABLE foos" });
  expect(first.isError).toBeUndefined();
  expect(statements).toEqual(["DROP TABLE foos"]);
});

test("tools that are named with 1, and others, run at once", async () => {
  for (const [name, args] of [
    ["get_foo", { id: 7 }],
    ["list_foos", {}],
    ["ping", {}],
  ] as const) {
    expect((await agent.call(name, args)).content).toEqual([{ type: "text", text: expect.any(String) }]);
  }
});

test("nobody confirms what another previewed", async () => {
  const { confirm_token } = envelopeOf(await agent.call("delete_foo", { id: 7 }));
  const stolen = await agent.call("delete_foo", { id: 7, confirm_token }, "mallory");
  expect(envelopeOf(stolen)).toMatchObject({ reason: "wrong_owner" });
  expect(db.deletions()).toEqual([]);
});
