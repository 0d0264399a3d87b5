import { startRedis } from "@holdpoint/test-servers";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterEach, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { libraries, nodeRedis } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const client = new Redis({ lazyConnect: true });
const refused: readonly (readonly [what: string, options: unknown, says: RegExp])[] = [
  ["nothing", undefined, /needs options/],
  ["null", null, /needs options/],
  ["no client", {}, /needs `client`/],
  ["a null client", { client: null }, /needs `client`/],
  ["an address for a client", { client: "redis://127.0.0.1" }, /needs `client`/],
  ["another object for a client", { client: {} }, /needs `client`/],
  ["a promise of a client", { client: Promise.resolve(client) }, /needs `client`/],
  ["an option that there is not", { client, prefix: "x" }, /no option prefix; it has client, namespace/],
  ["braces in the namespace", { client, namespace: "{a}" }, /braces/],
  ["an empty namespace", { client, namespace: "" }, /namespace/],
  ["a number for a namespace", { client, namespace: 1 }, /namespace/],
  ["no time for a command", { client, commandTimeoutMs: 0 }, /commandTimeoutMs/],
  ["another word for the history", { client, history: "off" }, /history/],
  ["an unknown weakness", { client, acceptUnsafe: ["all"] }, /acceptUnsafe.*eviction/],
  ["a weakness without a list", { client, acceptUnsafe: "eviction" }, /acceptUnsafe.*list/],
  ["null for replicas", { client, waitForReplicas: null }, /waitForReplicas.*count, withinMs/],
  ["no replicas", { client, waitForReplicas: { count: 0, withinMs: 1 } }, /count/],
  ["no time for replicas", { client, waitForReplicas: { count: 1, withinMs: 0 } }, /withinMs/],
  [
    "as much time for replicas as for the command",
    { client, commandTimeoutMs: 200, waitForReplicas: { count: 1, withinMs: 200 } },
    /below commandTimeoutMs/,
  ],
];

for (const [what, options, says] of refused) {
  test(`${what} is refused as an invalid set-up`, () => {
    expect(() => redisStore(options as { client: object })).toThrow(
      expect.objectContaining({ code: "invalid_setup", message: expect.stringMatching(says) }),
    );
  });
}

test("stores that share a client add one listener of a kind, and none that they do not need", async () => {
  const shared = createClient();
  shared.on("error", () => {});
  for (let number = 0; number < 30; number += 1) redisStore({ client: shared, namespace: `n${number}` });
  expect(shared.listenerCount("ready")).toBe(0);
  expect(Math.max(...shared.eventNames().map((name) => shared.listenerCount(name)))).toBe(1);

  const server = await startRedis({ persistence: "log" });
  ends.push(server.stop);
  const { client: waiting, drop } = await nodeRedis.standalone(server.port);
  ends.push(drop);
  const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: false };
  await redisStore({ client: waiting }).checkSetup();
  for (let number = 0; number < 30; number += 1) {
    const store = redisStore({ client: waiting, namespace: `n${number}`, waitForReplicas: { count: 1, withinMs: 1 } });
    await store.swap("c:1", "t", write, { deadline: "any", history: "any" }).catch(() => {}); // no replica is there
  }
  expect((waiting as ReturnType<typeof createClient>).listenerCount("ready")).toBeLessThanOrEqual(1);
});

test("a client that gives texts as bytes is refused with what to change", async () => {
  const server = await startRedis({ persistence: "log" });
  ends.push(server.stop);
  const blobString = 36; // RESP_TYPES.BLOB_STRING
  const bytes = { commandOptions: { typeMapping: { [blobString]: Buffer } } };
  const { client: giving, drop } = await nodeRedis.standalone(server.port, bytes);
  ends.push(drop);
  await expect(redisStore({ client: giving }).checkSetup()).rejects.toMatchObject({
    code: "invalid_setup",
    message: /typeMapping/,
  });
});

test("a server that is not there is told by the client's own error, where it gives one", async () => {
  const server = await startRedis({ persistence: "log" });
  ends.push(server.stop);
  await server.crash();
  const patient = new Redis({ port: server.port, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  patient.on("error", () => {});
  ends.push(() => patient.disconnect());
  const error = expect.objectContaining({
    code: "store_unavailable",
    message: expect.stringMatching(/within 1000 ms.*ECONNREFUSED/),
  });
  await expect(redisStore({ client: patient, commandTimeoutMs: 1_000 }).get("c:1")).rejects.toEqual(error);
});

test("every weakness of a server is told at once", async () => {
  const server = await startRedis({ settings: { "maxmemory-policy": "allkeys-lru" } });
  ends.push(server.stop);
  const { client: connected, drop } = await nodeRedis.standalone(server.port);
  ends.push(drop);
  await expect(redisStore({ client: connected }).checkSetup()).rejects.toMatchObject({
    code: "invalid_setup",
    message: /"eviction".*"no_append_only_file"/,
  });
});

for (const { name, standalone } of libraries.slice(0, 2)) {
  test(`through ${name} a key prefix may hold what keys hold, and all that is listed is found`, async () => {
    const server = await startRedis({ persistence: "log" });
    ends.push(server.stop);
    const { client: prefixed, drop } = await standalone(server.port, { keyPrefix: "a}:r:b" });
    ends.push(drop);
    const store = redisStore({ client: prefixed });
    await store.insert("c:1", { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: true });
    expect((await store.list("c:", { limit: 5 })).records.map(({ id }) => id)).toEqual(["c:1"]);
  });
}

test.each(["", "garbage", "-1:", "64:c:1", "0.5:", "1e1:", "NaN:x", "c:1"])(
  "%j is no cursor of this store, and is not taken for one",
  async (cursor) => {
    const server = await startRedis({ persistence: "log" });
    ends.push(server.stop);
    const { client: connected, drop } = await nodeRedis.standalone(server.port);
    ends.push(drop);
    await expect(redisStore({ client: connected }).list("c:", { limit: 1, cursor })).rejects.toMatchObject({
      code: "store_unavailable",
      message: /cursor/,
    });
  },
);
