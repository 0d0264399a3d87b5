import { randomUUID } from "node:crypto";
import { type AnyRedis, anyRedis, redisCommand } from "@holdpoint/test-servers";
import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { afterAll, beforeAll } from "vitest";
import { redisStore } from "../../src/index.js";
import { libraries } from "../support/clients.js";

let server: AnyRedis;
beforeAll(async () => {
  server = await anyRedis();
});
afterAll(() => server.close());

for (const { name, standalone } of libraries) {
  storeConformance(`the Redis store on ${name}`, async () => {
    const { client, drop } = await standalone(server.port);
    return {
      store: redisStore({ client, namespace: randomUUID() }),
      changeHistory: async () => {
        await redisCommand(server.port, ["DEBUG", "CHANGE-REPL-ID"]);
      },
      goAway: drop,
      close: drop,
    };
  });
}
