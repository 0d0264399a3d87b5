import { setTimeout as sleep } from "node:timers/promises";
import { type RedisServer, startRedis, startRedisCluster, startRedisPair } from "@holdpoint/test-servers";
import type { Store } from "@holdpoint/tier2-core";
import { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { ioredis, libraries } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const write = { tag: "t", state: "{}", body: "secret-body", deadlineInMs: 60_000, listed: false };

async function serverAndStore(options: Parameters<typeof startRedis>[0] = {}, commandTimeoutMs = 5_000) {
  const server = await startRedis(options);
  ends.push(server.stop);
  return { server, store: await storeAt(server, commandTimeoutMs) };
}

async function storeAt(server: RedisServer, commandTimeoutMs = 5_000): Promise<Store> {
  const { client, drop } = await ioredis.standalone(server.port);
  ends.push(drop);
  return redisStore({ client, commandTimeoutMs, acceptUnsafe: ["no_append_only_file"] });
}

const unavailable = (message: RegExp) =>
  expect.objectContaining({ code: "store_unavailable", message: expect.stringMatching(message) });

test("scripts that the server forgot are taught again, and the call succeeds", async () => {
  const { server, store } = await serverAndStore();
  await store.insert("c:1", write);
  await server.command("SCRIPT", "FLUSH");
  expect((await store.swap("c:1", "t", { ...write, tag: "u" }, { deadline: "open", history: "same" })).ok).toBe(true);
});

test("a full server is told as such, and what stood there stays", async () => {
  const { server, store } = await serverAndStore();
  await store.insert("c:1", write);
  await server.command("CONFIG", "SET", "maxmemory", "1");
  await expect(store.insert("c:2", write)).rejects.toEqual(unavailable(/OOM.*raise maxmemory/));
  await expect(store.swap("c:1", "t", { ...write, tag: "u" }, { deadline: "any", history: "any" })).rejects.toEqual(
    unavailable(/OOM/),
  );
  expect((await store.get("c:1"))?.tag).toBe("t");
});

test("a primary that became a replica answers nothing, not even a read", async () => {
  const pair = await startRedisPair();
  ends.push(pair.stop);
  const store = await storeAt(pair.primary);
  await store.insert("c:1", write);
  await pair.caughtUp();
  await pair.promote();
  await pair.primary.command("REPLICAOF", "127.0.0.1", String(pair.replica.port));
  await expect(store.get("c:1")).rejects.toEqual(unavailable(/connect to the primary/));
  await expect(store.list("c:", { limit: 1 })).rejects.toEqual(unavailable(/connect to the primary/));
  await expect(store.insert("c:2", write)).rejects.toEqual(unavailable(/connect to the primary/));
});

test("a server held up by a slow script is told as such", async () => {
  const { server, store } = await serverAndStore({ settings: { "busy-reply-threshold": "50" } });
  await store.insert("c:1", write);
  const slow = server.command("EVAL", "while true do end", "0").catch(() => {});
  await sleep(300);
  await expect(store.get("c:1")).rejects.toEqual(unavailable(/BUSY.*SCRIPT KILL/));
  await server.command("SCRIPT", "KILL");
  await slow;
  expect((await store.get("c:1"))?.tag).toBe("t");
});

test("a server that is still loading its data is told as such", async () => {
  const { server, store } = await serverAndStore({
    persistence: "snapshot",
    settings: { "key-load-delay": "200", "loading-process-events-interval-bytes": "1024" },
  });
  await server.command("DEBUG", "POPULATE", "2000");
  await store.insert("c:1", write);
  await server.snapshot();
  const client = new Redis({ port: server.port, enableReadyCheck: false, retryStrategy: () => 5 });
  ends.push(() => client.disconnect());
  client.on("error", () => {});
  await server.crash();
  const started = server.start("files");
  const heard = new Set<string>();
  const early = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
  while (![...heard].some((message) => message.includes("LOADING"))) {
    heard.add(await early.get("c:1").then(() => "answered", String));
    if (heard.has("answered")) break;
  }
  await started;
  expect([...heard].join("\n")).toMatch(/LOADING.*it passes/);
});

test("a Redis that is stopped is given up after the command's time, and its outcome is unknown", async () => {
  const { server, store } = await serverAndStore({}, 200);
  await store.insert("c:1", write);
  server.pause();
  await expect(store.swap("c:1", "t", { ...write, tag: "u" }, { deadline: "open", history: "same" })).rejects.toEqual(
    unavailable(/within 200 ms/),
  );
  server.resume();
  await expect.poll(async () => (await store.get("c:1"))?.tag).toBe("u");
});

test("a client for one server is told to be a Cluster's where the server is part of one", async () => {
  const cluster = await startRedisCluster();
  ends.push(cluster.stop);
  const store = await storeAt(cluster.nodes[0] as RedisServer);
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => store.insert(`c:${number}`, write)));
  const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused[0]).toEqual(unavailable(/MOVED.*pass a Cluster client/));
});

test("no error carries what was to be stored, nor its key", async () => {
  const { server, store } = await serverAndStore();
  await server.command("CONFIG", "SET", "maxmemory", "1");
  const error: unknown = await store.insert("c:digest-of-a-token", write).catch((rejected: unknown) => rejected);
  const everything =
    JSON.stringify(error, Object.getOwnPropertyNames(error)) +
    String((error as Error).cause) +
    JSON.stringify((error as Error).cause);
  expect(everything).toContain("OOM");
  expect(everything).not.toMatch(/secret-body|digest-of-a-token/);
});

for (const { name, standalone } of libraries) {
  test(`numbers and texts are the same through ${name} whatever its client converts`, async () => {
    const server = await startRedis();
    ends.push(server.stop);
    const { client, drop } = await standalone(server.port, {
      stringNumbers: true,
      enableAutoPipelining: true,
      keyPrefix: "app:",
    });
    ends.push(drop);
    const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
    const { record } = await store.insert("c:1", { ...write, listed: true });
    expect(record.deadlineMs).toBe(record.nowMs + 60_000);
    expect((await store.list("c:", { limit: 5 })).records).toHaveLength(1);
    const swap = await store.swap(
      "c:1",
      "t",
      { ...write, tag: "u", data: "1", payloadForMs: 1_000 },
      { deadline: "open", history: "same" },
    );
    expect(swap).toMatchObject({ ok: true, record: { data: "1" } });
    expect((await store.list("c:", { limit: 5 })).records).toEqual([]);
  });
}

test("auto-pipelining, where the client has it for other commands, is passed by", async () => {
  const { server } = await serverAndStore();
  const client = new Redis({ port: server.port, enableAutoPipelining: true });
  ends.push(() => client.disconnect());
  const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
  await store.insert("c:1", write);
  const ours = store.get("c:1");
  expect(client.autoPipelineQueueSize).toBe(0);
  const theirs = client.get("other");
  expect(client.autoPipelineQueueSize).toBe(1);
  await Promise.all([ours, theirs]);
});
