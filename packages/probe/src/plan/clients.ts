import type { PostgresClient } from "../observe/postgres-schema.js";
import type { RedisClient } from "../observe/redis-keyspace.js";
import { setupError } from "../setup-error.js";

export type Closing = { close(): Promise<void> };

/** A client package that only some plans need is installed by those who need it. */
async function optional<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw setupError(
      `The plan observes something that needs the package ${name}: install it beside tier2-probe.`,
      cause,
    );
  }
}

export async function openPostgres(url: string): Promise<PostgresClient & Closing> {
  const { default: pg } = await optional(() => import("pg"), "pg");
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on("error", () => {}); // the next query tells it
  return { query: (text, values) => pool.query(text, values), close: () => pool.end() };
}

export async function openRedis(url: string): Promise<RedisClient & Closing> {
  const { Redis } = await optional(() => import("ioredis"), "ioredis");
  const client = new Redis(url, { maxRetriesPerRequest: 1 });
  client.on("error", () => {}); // the next command tells it
  return {
    call: (command, ...args) => client.call(command, ...args),
    close: async () => void client.disconnect(),
  };
}
