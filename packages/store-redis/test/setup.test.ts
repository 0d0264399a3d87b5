import {
  type RedisOptions,
  type RedisServer,
  startRedis,
  startRedisCluster,
  startRedisPair,
} from "@holdpoint/test-servers";
import { afterEach, describe, expect, test } from "vitest";
import { type RedisStoreOptions, redisStore } from "../src/index.js";
import { factsOf, judge } from "../src/setup.js";
import { ioredis, nodeRedis } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function server(options: RedisOptions): Promise<RedisServer> {
  const started = await startRedis(options);
  ends.push(started.stop);
  return started;
}

async function storeAt({ port }: { port: number }, options: Partial<RedisStoreOptions> = {}, username?: string) {
  const { client, drop } = await ioredis.standalone(port, { ...(username && { username, password: "p" }) });
  ends.push(drop);
  return redisStore({ client, ...options });
}

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: "invalid_setup", message: expect.stringMatching(message) });

test("a primary with an append-only file that evicts nothing is well", async () => {
  const safe = await server({ persistence: "log" });
  await expect((await storeAt(safe)).checkSetup()).resolves.toBeUndefined();
});

test("a server that may evict is refused, and by every method as unavailable, until it no longer may", async () => {
  const evicting = await server({ persistence: "log", settings: { "maxmemory-policy": "allkeys-lru" } });
  const store = await storeAt(evicting);
  await expect(store.checkSetup()).rejects.toEqual(invalid(/maxmemory-policy.*acceptUnsafe: \["eviction"\]/));
  await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable" });
  await evicting.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
  await expect(store.get("c:1")).resolves.toBeNull();
});

test("a server without an append-only file is refused, unless that is accepted by name", async () => {
  const forgetful = await server({});
  await expect((await storeAt(forgetful)).checkSetup()).rejects.toEqual(invalid(/appendonly.*"no_append_only_file"/));
  await (await storeAt(forgetful, { acceptUnsafe: ["no_append_only_file"] })).checkSetup();
});

test("a replica is refused", async () => {
  const pair = await startRedisPair({ persistence: "log" });
  ends.push(pair.stop);
  await expect((await storeAt(pair.replica)).checkSetup()).rejects.toEqual(invalid(/replica/));
});

describe("where the user may not do everything", () => {
  const asUser = async (...rules: string[]) => {
    const guarded = await server({ persistence: "log" });
    await guarded.command("ACL", "SETUSER", "app", "on", ">p", "~*", "+@all", ...rules);
    return guarded;
  };

  test("a hidden history demands an explicit choice, and with that choice the store works", async () => {
    const hiding = await asUser("-info");
    await expect((await storeAt(hiding, {}, "app")).checkSetup()).rejects.toEqual(invalid(/history: "unchecked"/));
    const halfway = await storeAt(hiding, { history: "unchecked" }, "app");
    await expect(halfway.checkSetup()).rejects.toEqual(invalid(/acceptUnsafe: \["settings_hidden"\]/));
    const store = await storeAt(hiding, { history: "unchecked", acceptUnsafe: ["settings_hidden"] }, "app");
    const { record } = await store.insert("c:1", {
      tag: "t",
      state: "s",
      body: "b",
      deadlineInMs: 1_000,
      listed: false,
    });
    expect(record.historyCurrent).toBe(true);
    await hiding.command("DEBUG", "CHANGE-REPL-ID");
    expect((await store.get("c:1"))?.historyCurrent).toBe(true);
  });

  test("forbidden scripts are told as such", async () => {
    const forbidding = await asUser("-eval", "-evalsha");
    await expect((await storeAt(forbidding, {}, "app")).checkSetup()).rejects.toEqual(invalid(/may not run scripts/));
  });

  test("the ACL line of the README is enough", async () => {
    const guarded = await server({ persistence: "log" });
    const commands =
      "+eval +evalsha +info +role +time +get +set +del +persist +pexpireat +zadd +zrem +zrangebylex +ping";
    await guarded.command("ACL", "SETUSER", "app", "on", ">p", "~tier2:*", "-@all", ...commands.split(" "));
    const store = await storeAt(guarded, {}, "app");
    await store.checkSetup();
    const write = { tag: "t", state: "s", body: "b", deadlineInMs: 1_000, payloadForMs: 5_000, listed: true };
    expect((await store.insert("c:1", write)).ok).toBe(true);
    const always = { deadline: "any", history: "any" } as const;
    expect((await store.swap("c:1", "t", { tag: "u", state: "s", listed: true, payloadForMs: 9_000 }, always)).ok).toBe(
      true,
    );
    expect((await store.swap("c:1", "u", { tag: "v", state: "s", listed: false, payloadForMs: null }, always)).ok).toBe(
      true,
    );
    expect((await store.swap("c:1", "v", { tag: "w", state: "s", listed: true, payloadForMs: 0 }, always)).ok).toBe(
      true,
    );
    expect((await store.list("c:", { limit: 5 })).records).toHaveLength(1);
    expect(await store.sweep({ limit: 5 })).toEqual({ freed: 0, more: false });
  });
});

test("every primary of a Cluster is looked at", async () => {
  const cluster = await startRedisCluster();
  ends.push(cluster.stop);
  await cluster.nodes[2]?.command("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
  for (const library of [ioredis, nodeRedis]) {
    const { client, drop } = await library.cluster(cluster);
    ends.push(drop);
    const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
    await expect(store.checkSetup()).rejects.toEqual(invalid(/maxmemory-policy/));
  }
});

test("a server that cannot be reached is unavailable, not unsafe", async () => {
  const gone = await server({});
  await gone.crash();
  await expect((await storeAt(gone)).checkSetup()).rejects.toMatchObject({ code: "store_unavailable" });
});

test("facts are read from INFO, and what it does not tell is not guessed", () => {
  const info =
    "# Server\r\nredis_version:7.0.15\r\n# Memory\r\nmaxmemory_policy:noeviction\r\n# Persistence\r\naof_enabled:1\r\n# Replication\r\nconnected_slaves:2\r\n";
  expect(factsOf(info)).toEqual({
    version: "7.0.15",
    evictionPolicy: "noeviction",
    appendOnlyFile: true,
    replicas: 2,
  });
  expect(Object.values(factsOf(""))).toEqual([undefined, undefined, undefined, undefined]);
});

test("a version that is too old is refused, whatever is accepted", () => {
  const old = { version: "6.0.16", evictionPolicy: "noeviction", appendOnlyFile: true, replicas: 0 };
  expect(() => judge("here", old, ["eviction", "no_append_only_file", "settings_hidden"])).toThrow(/6\.2/);
  expect(() => judge("here", { ...old, version: "6.2.0" }, [])).not.toThrow();
  expect(() => judge("here", { ...old, version: "10.0.0" }, [])).not.toThrow();
});
