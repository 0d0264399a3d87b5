import { startPostgres } from "@holdpoint/test-servers";
import { migrate, type PostgresStore, postgresStore } from "@holdpoint/tier2-store-postgres";
import pg from "pg";

const connections = 10;

/** A durable server of its own for one group, and pools of ten connections each, which stay while others are measured. */
export async function postgresServer() {
  const server = await startPostgres({ settings: { max_connections: "200" } });
  const pools: pg.Pool[] = [];
  const pool = () => {
    const made = new pg.Pool({ connectionString: server.url, max: connections, idleTimeoutMillis: 0 });
    made.on("error", () => {}); // what a connection hears of the server's end
    pools.push(made);
    return made;
  };
  await migrate({ client: pool() });
  return {
    pool,
    async store(options: { history?: "unchecked"; prepare?: boolean } = {}): Promise<PostgresStore> {
      return postgresStore({ client: pool(), ...options });
    },
    async close() {
      for (const made of pools) await made.end();
      await server.remove();
    },
  };
}
