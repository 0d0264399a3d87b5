import { PGlite } from "@electric-sql/pglite";
import type { Store, TransactionalStore } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { migrate, postgresStore } from "@holdpoint/tier2-store-postgres";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { Cluster, Redis } from "ioredis";
import pg from "pg";
import type { WorkerPlan } from "./plan.js";

export interface OpenedStore {
  readonly store: Store;
  /** Postgres alone: where effects are written that share a transaction with their token, or do not. */
  readonly sql?: { readonly transactional: TransactionalStore<Queries>; readonly outside: Queries };
}

export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** What a connection says when its server goes away is told by each call, too. */
const ignore = () => {};
const local = (ports: readonly number[]) => ports.map((port) => ({ host: "127.0.0.1", port }));
/** A lost connection is made again as soon as its server is back, and fails its calls at once. */
const eager = { maxRetriesPerRequest: 0, retryStrategy: () => 20 };

export async function openStore(plan: WorkerPlan): Promise<OpenedStore> {
  const { store: where } = plan;
  const unchecked = plan.guardOff === "history" && ({ history: "unchecked" } as const);
  const onRedis = (client: object, commandTimeoutMs?: number) =>
    redisStore({
      client,
      acceptUnsafe: ["no_append_only_file"],
      ...unchecked,
      ...(commandTimeoutMs !== undefined && { commandTimeoutMs }),
    });
  switch (where.kind) {
    case "memory":
      return { store: memoryStore() };
    case "redis":
      return { store: onRedis(new Redis({ port: where.port, ...eager }).on("error", ignore), where.commandTimeoutMs) };
    case "redis cluster": {
      const retry = { slotsRefreshTimeout: 5_000, clusterRetryStrategy: () => 50 };
      const client = new Cluster(local(where.ports), { ...retry, redisOptions: { maxRetriesPerRequest: 0 } });
      return { store: onRedis(client.on("error", ignore)) };
    }
    case "redis sentinel": {
      const sentinels = { sentinels: local(where.ports), name: where.name, sentinelRetryStrategy: () => 100 };
      return { store: onRedis(new Redis({ ...sentinels, ...eager }).on("error", ignore)) };
    }
    case "postgres": {
      const client = new pg.Pool({
        connectionString: where.url,
        max: where.connections ?? 20,
        connectionTimeoutMillis: where.connectionTimeoutMs ?? 5_000,
      }).on("error", ignore);
      const transactional = postgresStore({ client, ...unchecked });
      return { store: transactional, sql: { transactional: transactional as never, outside: client } };
    }
    case "pglite": {
      const client = await PGlite.create(where.folder);
      await migrate({ client });
      const transactional = postgresStore({ client, ...unchecked });
      return { store: transactional, sql: { transactional: transactional as never, outside: client } };
    }
  }
}
