import { writeEffect } from "./credential-name.js";
import type { Observer, Seen } from "./observer.js";

/** An `ioredis` client, or anything with its `call`. */
export interface RedisClient {
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
}

export interface RedisOptions {
  readonly name?: string;
  readonly client: RedisClient;
  /** Only keys that begin with it. Absent: all of the database. */
  readonly prefix?: string;
  readonly maxKeys?: number;
}

/** A keyspace in which `<prefix>tier2-probe:disposable` exists may be lost. */
export const disposableKey = "tier2-probe:disposable";

const readers: Readonly<Record<string, (key: string) => readonly [string, ...(string | number)[]]>> = {
  string: (key) => ["GET", key],
  hash: (key) => ["HGETALL", key],
  list: (key) => ["LRANGE", key, 0, -1],
  set: (key) => ["SMEMBERS", key],
  zset: (key) => ["ZRANGE", key, 0, -1, "WITHSCORES"],
  stream: (key) => ["XRANGE", key, "-", "+"],
};

/** Watches the keys below a prefix: values of every type, and whether and when they expire. */
export function redisKeyspace({ name = "redis", client, prefix = "", maxKeys = 10_000 }: RedisOptions): Observer {
  const mark = prefix + disposableKey;
  return {
    name,
    watches: prefix === "" ? "all keys of a Redis database" : `the Redis keys below ${prefix}`,
    kind: "state",
    async snapshot() {
      const keys = await scan(client, prefix, maxKeys);
      const records = new Map<string, Seen>();
      for (const key of keys.slice(0, maxKeys)) {
        const seen = key === mark ? undefined : await look(client, key);
        if (seen !== undefined) records.set(key, seen);
      }
      return { records, ...(keys.length > maxKeys && { incomplete: `there are more than ${maxKeys} keys` }) };
    },
    async isDisposable() {
      return (await client.call("EXISTS", mark)) === 1 ? { ok: true } : { ok: false, mark: `SET ${mark} 1` };
    },
  };
}

async function scan(client: RedisClient, prefix: string, max: number): Promise<readonly string[]> {
  const keys = new Set<string>(); // SCAN may tell a key twice
  const match = `${prefix.replace(/[\\*?[\]]/g, "\\$&")}*`;
  let cursor = "0";
  do {
    const [next, found] = (await client.call("SCAN", cursor, "MATCH", match, "COUNT", 500)) as [string, string[]];
    for (const key of found) keys.add(key);
    cursor = String(next);
  } while (cursor !== "0" && keys.size <= max);
  return [...keys].sort();
}

async function look(client: RedisClient, key: string): Promise<Seen | undefined> {
  const type = String(await client.call("TYPE", key));
  if (type === "none") return undefined;
  const read = readers[type];
  // A type that a module added: its serialised form tells a change, though not which one.
  const content = await client.call(...(read?.(key) ?? (["DUMP", key] as const)));
  const units =
    type === "list" || type === "stream" ? (content as unknown[]).map((unit) => JSON.stringify(unit)) : undefined;
  return {
    effect: writeEffect(key),
    value: {
      type,
      content: type === "set" ? [...(content as string[])].sort() : content,
      expiresAtMs: await expiry(client, key),
    },
    ...(units !== undefined && { units }),
  };
}

/** The moment itself, which stands still; a server before 7.0 knows only the rest, which does not. */
async function expiry(client: RedisClient, key: string): Promise<unknown> {
  try {
    return await client.call("PEXPIRETIME", key);
  } catch {
    return Number(await client.call("PTTL", key)) >= 0 ? "some time" : -1;
  }
}
