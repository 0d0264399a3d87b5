import { redisStore } from "@holdpoint/tier2-store-redis";
import { Cluster, Redis } from "ioredis";
import type { OpenedStore } from "./open-store.js";
import type { StorePlan } from "./plan.js";

type RedisPlan = Extract<StorePlan, { readonly kind: `redis${string}` }>;

const local = (ports: readonly number[]) => ports.map((port) => ({ host: "127.0.0.1", port }));
/** A lost connection is made again as soon as its server is back, and fails its calls at once. */
const eager = { maxRetriesPerRequest: 0, retryStrategy: () => 20 };

function clientOf(where: RedisPlan): Redis | Cluster {
  switch (where.kind) {
    case "redis":
      return new Redis({ port: where.port, ...eager });
    case "redis cluster":
      return new Cluster(local(where.ports), {
        slotsRefreshTimeout: 5_000,
        clusterRetryStrategy: () => 50,
        redisOptions: { maxRetriesPerRequest: 0 },
      });
    case "redis sentinel":
      return new Redis({
        sentinels: local(where.ports),
        name: where.name,
        sentinelRetryStrategy: () => 100,
        ...eager,
      });
  }
}

export function openRedis(where: RedisPlan, options: { readonly history?: "unchecked" }): OpenedStore {
  const client = clientOf(where);
  client.on("error", () => {}); // each call tells it, too
  const commandTimeoutMs = where.kind === "redis" ? where.commandTimeoutMs : undefined;
  const times = commandTimeoutMs === undefined ? {} : { commandTimeoutMs };
  return { store: redisStore({ client, acceptUnsafe: ["no_append_only_file"], ...options, ...times }) };
}
