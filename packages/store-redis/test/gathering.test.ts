import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { redisStore } from "../src/index.js";

let server: RedisServer;
let client: Redis;
beforeAll(async () => {
  server = await startRedis({ persistence: "log" });
  client = new Redis(server.port);
});
afterAll(async () => {
  client.disconnect();
  await server.stop();
});

const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: false };

/** How often the client's socket wrote, and how many commands. */
function writes() {
  const stream = client.stream as unknown as { _write(): void; _writev(chunks: readonly unknown[]): void };
  const [one, several] = [vi.spyOn(stream, "_write"), vi.spyOn(stream, "_writev")];
  return () => [...one.mock.calls.map(() => 1), ...several.mock.calls.map(([chunks]) => chunks.length)];
}

test("what ioredis is asked for in one turn of the event loop goes out in few writes", async () => {
  const store = redisStore({ client });
  await store.insert("c:0", write); // the server knows the script from here on
  const written = writes();
  const inserts = await Promise.all(Array.from({ length: 80 }, (_, n) => store.insert(`c:1${n}`, write)));
  expect(inserts.every(({ ok }) => ok)).toBe(true);
  expect(written()).toEqual([32, 32, 16]);
});

test("it goes out though the turn goes on, and other commands of the client keep their place", async () => {
  const store = redisStore({ client });
  await store.insert("c:2", write);
  const order: string[] = [];
  const told = (name: string) => () => order.push(name);
  const asked = [
    client.get("a").then(told("before")),
    store.get("c:2").then(told("the store's")),
    client.get("b").then(told("after")),
  ];
  await Promise.all(asked);
  expect(new Set(order)).toEqual(new Set(["before", "the store's", "after"]));
  expect(order.indexOf("before")).toBeLessThan(order.indexOf("the store's"));
});
