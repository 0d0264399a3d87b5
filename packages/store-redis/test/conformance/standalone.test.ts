import { randomUUID } from "node:crypto";
import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { afterAll, beforeAll } from "vitest";
import { redisStore } from "../../src/index.js";
import { ioredisClient, nodeRedisClient, type TestClient } from "../support/clients.js";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis({ persistence: "log" });
});
afterAll(() => server.stop());

const open = (connect: () => TestClient | Promise<TestClient>) => async () => {
  const { client, drop } = await connect();
  return {
    store: redisStore({ client, namespace: randomUUID() }),
    changeHistory: async () => {
      await server.command("DEBUG", "CHANGE-REPL-ID");
    },
    goAway: drop,
    close: drop,
  };
};

storeConformance(
  "the Redis store on ioredis",
  open(() => ioredisClient(server.port)),
);
storeConformance(
  "the Redis store on node-redis",
  open(() => nodeRedisClient(server.port)),
);
