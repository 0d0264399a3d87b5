import { randomUUID } from "node:crypto";
import { type AnyRedis, anyRedis } from "@holdpoint/test-servers";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { Redis } from "ioredis";
import { afterAll, beforeAll } from "vitest";
import { type Opened, testShops } from "./support/shop.js";

let server: AnyRedis;
beforeAll(async () => {
  server = await anyRedis();
});
afterAll(() => server.close());

/** Two connections to a name space of its own. */
function opened(): Opened {
  const namespace = randomUUID();
  const clients = [new Redis(server), new Redis(server)];
  return {
    stores: clients.map((client) => redisStore({ client, namespace })),
    async close() {
      for (const client of clients) client.disconnect();
    },
  };
}

testShops("on Redis", opened);
