import { randomUUID } from "node:crypto";
import { type RedisCluster, startRedisCluster } from "@holdpoint/test-servers";
import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { afterAll, beforeAll } from "vitest";
import { redisStore } from "../../src/index.js";
import { ioredis, nodeRedis } from "../support/clients.js";

let running: RedisCluster;
beforeAll(async () => {
  running = await startRedisCluster();
});
afterAll(() => running.stop());

for (const { name, cluster } of [ioredis, nodeRedis]) {
  storeConformance(`the Redis store on a Cluster through ${name}`, async () => {
    const { client, drop } = await cluster(running);
    return {
      store: redisStore({ client, namespace: randomUUID(), acceptUnsafe: ["no_append_only_file"] }),
      changeHistory: async () => {
        const primaries = running.nodes.slice(0, 3);
        await Promise.all(primaries.map((node) => node.command("DEBUG", "CHANGE-REPL-ID")));
      },
      goAway: drop,
      close: drop,
    };
  });
}
