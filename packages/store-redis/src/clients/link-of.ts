import { Tier2Error } from "@holdpoint/tier2-core";
import { ioredisLink, isIoredis } from "./ioredis.js";
import { lastErrorOf } from "./last-error.js";
import type { RedisLink } from "./link.js";
import { nodeRedisLink } from "./node-redis.js";

/** @throws Tier2Error `invalid_setup` if it is a client of neither library. */
export function linkOf(client: unknown): RedisLink {
  const link = isObject(client) && (isIoredis(client) ? ioredisLink(client) : nodeRedisLink(client));
  if (link) return { ...link, lastError: lastErrorOf(client as object) };
  throw new Tier2Error(
    "invalid_setup",
    "redisStore needs `client`: a Redis or Cluster of ioredis, or what createClient, createCluster or createSentinel of redis made.",
  );
}

/** Clients may be proxies of functions too. */
const isObject = (client: unknown): client is object =>
  (typeof client === "object" && client !== null) || typeof client === "function";
