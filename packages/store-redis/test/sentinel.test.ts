import { setTimeout as sleep } from "node:timers/promises";
import { type RedisSentinels, startRedisSentinels } from "@holdpoint/test-servers";
import type { Store } from "@holdpoint/tier2-core";
import { Redis } from "ioredis";
import { createSentinel } from "redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisStore } from "../src/index.js";

let sentinels: RedisSentinels;
const stores: Record<string, Store> = {};
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  sentinels = await startRedisSentinels();
  const { name, ports } = sentinels;
  const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
  const client = new Redis({ sentinels: nodes, name, sentinelRetryStrategy: () => 100, retryStrategy: () => 100 });
  client.on("error", () => {});
  const sentinel = createSentinel({ name, sentinelRootNodes: nodes });
  sentinel.on("error", () => {});
  await sentinel.connect();
  ends.push(
    () => client.disconnect(),
    () => sentinel.destroy(),
  );
  stores.ioredis = redisStore({ client, namespace: "a" });
  stores["node-redis"] = redisStore({ client: sentinel, namespace: "b" });
});
afterAll(async () => {
  for (const end of ends) await end();
  await sentinels.stop();
});

test("after a failover both clients find the new primary, where older tokens are of another history and new ones work", async () => {
  const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 600_000, listed: false };
  const swap = { tag: "u", state: "{}", listed: true };
  const ifSame = { deadline: "open", history: "same" } as const;
  for (const store of Object.values(stores)) expect((await store.insert("c:before", write)).ok).toBe(true);
  await sentinels.caughtUp();
  await sentinels.primary.crash();
  for (const store of Object.values(stores)) {
    expect(await untilAnswered(() => store.swap("c:before", "t", swap, ifSame))).toMatchObject({
      ok: false,
      why: "history",
    });
    await untilAnswered(() => store.insert("c:after", write));
    expect(await untilAnswered(() => store.swap("c:after", "t", swap, ifSame))).toMatchObject({ ok: true });
  }
});

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await sleep(100);
    }
  }
}
