import { startPostgres, startRedis } from "@holdpoint/test-servers";
import type { Store } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { migrate, postgresStore } from "@holdpoint/tier2-store-postgres";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { Redis } from "ioredis";
import pg from "pg";
import type { Times } from "./load.js";

export interface Soaked {
  readonly store: Store;
  readonly times: Times;
  /** Operations after which as many records end as are made. */
  readonly settlesAfter: number;
  /** Told before each operation. */
  tick(): void;
  /** What the server has open. */
  connections(): Promise<number>;
  /** One more that nobody closes, for the planted leak. */
  connect(): Promise<unknown>;
  close(): Promise<void>;
}

export type StoreName = "memory" | "redis" | "postgres";

const minute = 60_000;
const usual: Times = { ttlMs: 5 * minute, retentionMs: 5 * minute, leaseMs: minute };

export const stores: Readonly<Record<StoreName, () => Promise<Soaked>>> = { memory, redis, postgres };

/** Its clock goes by operations, so that a day, after which records end, is over soon, and as many are alive at any time. */
async function memory(): Promise<Soaked> {
  const operationsADay = 2_000;
  const stepMs = (24 * 60 * minute) / operationsADay;
  let nowMs = 0;
  return {
    store: memoryStore({ nowMs: () => nowMs }),
    times: { ttlMs: 200 * stepMs, retentionMs: 200 * stepMs, leaseMs: 200 * stepMs },
    settlesAfter: operationsADay * 1.5,
    tick() {
      nowMs += stepMs;
    },
    connections: async () => 0,
    connect: async () => {},
    close: async () => {},
  };
}

const fromStart = { settlesAfter: 1_000, times: usual, tick: () => {} };

async function redis(): Promise<Soaked> {
  const server = await startRedis({ persistence: "log" });
  const client = new Redis({ port: server.port });
  return {
    ...fromStart,
    store: redisStore({ client }),
    connections: async () => Number((await server.info("clients")).connected_clients),
    connect: () => new Redis({ port: server.port }).ping(),
    async close() {
      client.disconnect();
      await server.stop();
    },
  };
}

async function postgres(): Promise<Soaked> {
  const server = await startPostgres({ settings: { fsync: "off", max_connections: "1000" } });
  const client = new pg.Pool({ connectionString: server.url, max: 10, idleTimeoutMillis: 0 });
  client.on("error", () => {}); // an idle connection that broke: the next operation tells what is wrong
  await migrate({ client });
  return {
    ...fromStart,
    store: postgresStore({ client }),
    async connections() {
      const asked = "SELECT count(*) AS n FROM pg_stat_activity WHERE backend_type = 'client backend'";
      return Number((await client.query<{ n: string }>(asked)).rows[0]?.n);
    },
    connect: () => new pg.Client({ connectionString: server.url }).on("error", () => {}).connect(),
    async close() {
      await client.end();
      await server.remove();
    },
  };
}
