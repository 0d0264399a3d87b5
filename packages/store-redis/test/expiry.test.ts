// What lies in Redis, beside what the store answers: keys that must end, must not end, or must be gone.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { Keys } from "../src/keys.js";
import { ioredis, type TestClient } from "./support/clients.js";

let server: RedisServer;
let connection: TestClient;
beforeAll(async () => {
  server = await startRedis({ persistence: "log" });
  connection = await ioredis.standalone(server.port);
});
afterAll(async () => {
  connection.drop();
  await server.stop();
});

const always = { deadline: "any", history: "any" } as const;
const long = 600_000;
const first = { tag: "t", state: "{}", body: "body", listed: false, deadlineInMs: long };
const next = { tag: "u", state: "{}", listed: false };
const noEnd = -1;
const noKey = -2;

/** A store in a namespace of its own, and what Redis tells of the record "c:1". */
function world() {
  const namespace = randomUUID();
  const prefix = new Keys(namespace).prefixOf("c:1");
  const [record, payload, listing] = [`${prefix}r:c:1`, `${prefix}p:c:1`, `${prefix}l`];
  const endsInMs = async (key: string) => Number(await server.command("PTTL", key));
  return { store: redisStore({ client: connection.client, namespace }), namespace, record, payload, listing, endsInMs };
}

test("record and payload end with their retentions, and the payload never after the record", async () => {
  const { store, record, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: long * 9 });
  for (const key of [record, payload]) {
    expect(await endsInMs(key)).toBeGreaterThan(0);
    expect(await endsInMs(key)).toBeLessThanOrEqual(long);
  }
  await store.swap("c:1", "t", { ...next, recordForMs: long * 9, payloadForMs: long }, always);
  expect(await endsInMs(payload)).toBeLessThanOrEqual(long);
  expect(await endsInMs(record)).toBeGreaterThan(long);
  await store.swap("c:1", "u", { ...next, tag: "v", recordForMs: long, payloadForMs: long * 9 }, always);
  expect(await endsInMs(payload)).toBeLessThanOrEqual(long);
});

test("a payload outlives the retention it was written with, if a claim lifts it", async () => {
  const { store, record, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: long });
  await store.swap("c:1", "t", { ...next, recordForMs: null, payloadForMs: null }, always);
  expect(await endsInMs(record)).toBe(noEnd);
  expect(await endsInMs(payload)).toBe(noEnd);

  const brief = world();
  await brief.store.insert("c:1", { ...first, recordForMs: 5_000, payloadForMs: 5_000 });
  expect((await brief.store.swap("c:1", "t", { ...next, recordForMs: null, payloadForMs: null }, always)).ok).toBe(
    true,
  );
  await sleep(6_000);
  expect((await brief.store.get("c:1"))?.body).toBe("body");
});

test("a payload that had no end gets one, and its memory is freed", async () => {
  const { store, record, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: null, payloadForMs: null });
  expect(await endsInMs(payload)).toBe(noEnd);
  await store.swap("c:1", "t", { ...next, recordForMs: long, payloadForMs: long }, always);
  expect(await endsInMs(payload)).toBeGreaterThan(0);
  await store.swap("c:1", "u", { ...next, tag: "v", recordForMs: 50, payloadForMs: 50 }, always);
  await expect.poll(() => server.command("EXISTS", record, payload), { timeout: 60_000 }).toBe(0);
});

test("a payload whose retention is over with a swap is deleted by it", async () => {
  const { store, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: long });
  await store.swap("c:1", "t", { ...next, payloadForMs: 0 }, always);
  expect(await endsInMs(payload)).toBe(noKey);
});

test("a payload that ended comes back with no longer retention, even if Redis still had it", async () => {
  const { store, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: 2_000 });
  await server.command("PERSIST", payload);
  await sleep(2_100);
  const swap = await store.swap("c:1", "t", { ...next, payloadForMs: long }, always);
  expect(swap.record?.body).toBeNull();
  expect((await store.get("c:1"))?.body).toBeNull();
  expect(await endsInMs(payload)).toBe(noKey);
});

test("a payload that a lost record left is not the next one's", async () => {
  const { store, record, payload, endsInMs } = world();
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: long });
  await server.command("DEL", record);
  await store.insert("c:1", { ...first, recordForMs: long, payloadForMs: 0 });
  expect(await endsInMs(payload)).toBe(noKey);
});

test("an id whose listed record ended is taken out of the listing, though another, unlisted one stands there", async () => {
  const { store, record, listing } = world();
  await store.insert("c:1", { ...first, listed: true, recordForMs: 1 });
  await expect.poll(() => store.get("c:1"), { timeout: 60_000 }).toBeNull();
  await store.insert("c:1", { ...first, recordForMs: long });
  expect(await server.command("ZCARD", listing)).toBe(1);
  expect((await store.sweep({ limit: 10 })).freed).toBe(1);
  expect(await server.command("ZCARD", listing)).toBe(0);
  expect(await server.command("EXISTS", record)).toBe(1);
});

test("what a checked history wrote is of the present one to a store that checks none", async () => {
  const { store, namespace } = world();
  await store.insert("c:1", first);
  await server.command("DEBUG", "CHANGE-REPL-ID");
  expect((await store.get("c:1"))?.historyCurrent).toBe(false);
  const unchecked = redisStore({ client: connection.client, namespace, history: "unchecked" });
  expect((await unchecked.get("c:1"))?.historyCurrent).toBe(true);
});

test("all that an executed operation leaves has an end", async () => {
  const { store, namespace } = world();
  const tier2 = createTier2({ store, server: "expiry" });
  const tool = defineTier2Tool({
    name: "pay",
    category: "payout",
    preview: async () => ({ summary: "Will pay", preview: {} }),
    execute: async () => ({ message: "Paid" }),
  });
  const call = (args: object) => tier2.call(tool, args, { requester: { tokenId: "agent" } });
  const { body } = await call({});
  if (body.status !== "confirmation_required") throw new Error(body.status);
  expect((await call({ confirm_token: body.confirm_token })).status).toBe("ok");
  const keys = (await server.command("KEYS", `${namespace}:*`)) as string[];
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(await server.command("PTTL", key), key).toBeGreaterThan(0);
});
