import { startPostgres } from "@holdpoint/test-servers";
import { migrate, type PostgresStore, postgresStore } from "@holdpoint/tier2-store-postgres";
import pg from "pg";

const connections = 10;

/** A durable server of its own for one group, and pools of ten connections each. */
export async function postgresServer() {
  const server = await startPostgres({ settings: { max_connections: "100" } });
  const pools: pg.Pool[] = [];
  const pool = () => {
    const made = new pg.Pool({ connectionString: server.url, max: connections });
    pools.push(made);
    return made;
  };
  await migrate({ client: pool() });
  return {
    pool,
    async store(options: { history?: "unchecked" } = {}): Promise<PostgresStore> {
      return postgresStore({ client: pool(), ...options });
    },
    async close() {
      for (const made of pools) await made.end();
      await server.remove();
    },
  };
}
