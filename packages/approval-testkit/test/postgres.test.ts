import { randomUUID } from "node:crypto";
import { anyPostgres } from "@holdpoint/test-servers";
import { migrate, postgresStore } from "@holdpoint/tier2-store-postgres";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type Opened, testShops } from "./support/shop.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

/** Two pools on a schema of its own. */
async function opened(): Promise<Opened> {
  const schema = `t ${randomUUID()}`;
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: server.url, max: 5 }));
  for (const client of pools.slice(0, 1)) await migrate({ client, schema });
  return {
    stores: pools.map((client) => postgresStore({ client, schema })),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

testShops("on Postgres", opened);
