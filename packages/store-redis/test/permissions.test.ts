import fs from "node:fs";
import path from "node:path";
import { type RedisServer, startRedis, startRedisCluster, startRedisPair } from "@holdpoint/test-servers";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { afterEach, describe, expect, test } from "vitest";
import { type RedisStoreOptions, redisStore } from "../src/index.js";
import { ioredis } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: "invalid_setup", message: expect.stringMatching(message) });

const readme = fs.readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
/** What the README's lines of that form allow, as arguments. */
const readmeRules = (before: string) => new RegExp(`^${before} (.*)$`, "m").exec(readme)?.[1]?.split(" ") ?? [];
const fromReadme = readmeRules("ACL SETUSER app on >secret");

async function storeAs(server: RedisServer, rules: readonly string[], options: Partial<RedisStoreOptions> = {}) {
  await server.command("ACL", "SETUSER", "app", "reset", "on", ">p", ...rules);
  const { client, drop } = await ioredis.standalone(server.port, { username: "app", password: "p" });
  ends.push(drop);
  return redisStore({ client, ...options });
}

describe("on one server", () => {
  const safe = async () => {
    const server = await startRedis({ persistence: "log" });
    ends.push(server.stop);
    return server;
  };

  test("the README's line is enough, for both kinds of history, and nothing is left of what was tried", async () => {
    const server = await safe();
    await (await storeAs(server, fromReadme)).checkSetup();
    await (await storeAs(server, fromReadme, { history: "unchecked" })).checkSetup();
    expect(await server.command("KEYS", "*")).toEqual([]);
  });

  test.each(["set", "get", "del", "persist", "pexpireat", "zadd", "zrem", "zrangebylex"])(
    "without %s, which the scripts call, the set-up is refused by that name, and nothing is left for good",
    async (command) => {
      const server = await safe();
      const store = await storeAs(server, [...fromReadme, `-${command}`]);
      await expect(store.checkSetup()).rejects.toEqual(
        invalid(new RegExp(`may not call ${command}\\b.*"tier2:"`, "i")),
      );
      for (const key of (await server.command("KEYS", "*")) as string[])
        expect(await server.command("PTTL", key)).toBeGreaterThan(0);
      await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable" });
    },
  );

  test.each(["eval", "evalsha"])("without %s the set-up is refused", async (command) => {
    const store = await storeAs(await safe(), [...fromReadme, `-${command}`]);
    await expect(store.checkSetup()).rejects.toEqual(invalid(/may not run scripts/));
  });

  test("a namespace beyond the user's keys is refused", async () => {
    const store = await storeAs(await safe(), fromReadme, { namespace: "elsewhere" });
    await expect(store.checkSetup()).rejects.toEqual(invalid(/keys that begin with "elsewhere:"/));
  });

  test("a full server is unavailable, not badly set up", async () => {
    const server = await safe();
    await server.command("CONFIG", "SET", "maxmemory", "1");
    await expect((await storeAs(server, fromReadme)).checkSetup()).rejects.toMatchObject({
      code: "store_unavailable",
      message: /OOM/,
    });
  });
});

describe("waiting for replicas", () => {
  const waitForReplicas = { count: 1, withinMs: 1_000 };

  test("needs WAIT, and enough replicas", async () => {
    const pair = await startRedisPair({ persistence: "log" });
    ends.push(pair.stop);
    const silent = await storeAs(pair.primary, fromReadme, { waitForReplicas });
    await expect(silent.checkSetup()).rejects.toEqual(invalid(/WAIT.*\+wait/));
    const rules = [...fromReadme, "+wait"];
    await (await storeAs(pair.primary, rules, { waitForReplicas })).checkSetup();
    const two = await storeAs(pair.primary, rules, { waitForReplicas: { count: 2, withinMs: 1_000 } });
    await expect(two.checkSetup()).rejects.toEqual(invalid(/1 replicas are connected.*demands 2/));
  });

  test("that may no longer wait is said by the call after the claim that was not acted on", async () => {
    const pair = await startRedisPair({ persistence: "log" });
    ends.push(pair.stop);
    const store = await storeAs(pair.primary, [...fromReadme, "+wait"], { waitForReplicas });
    const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: false };
    await store.insert("c:1", write);
    await pair.primary.command("ACL", "SETUSER", "app", "-wait");
    const swap = await store.swap("c:1", "t", { ...write, tag: "u" }, { deadline: "any", history: "any" });
    expect(swap).toMatchObject({ ok: true, replicated: false });
    await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /\+wait/ });
  });
});

test("in a Cluster the README's line and its addition are enough for both libraries; a server where the user may less is found", async () => {
  const cluster = await startRedisCluster();
  ends.push(cluster.stop);
  const rules = [...fromReadme, ...readmeRules("In a Cluster: add")];
  for (const node of cluster.nodes) await node.command("ACL", "SETUSER", "app", "reset", "on", ">p", ...rules);
  const nodes = cluster.ports.map((port) => ({ host: "127.0.0.1", port }));
  const io = new Cluster(nodes, { slotsRefreshTimeout: 10_000, redisOptions: { username: "app", password: "p" } });
  io.on("error", () => {});
  const node = createCluster({
    rootNodes: cluster.ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
    defaults: { username: "app", password: "p" },
  });
  node.on("error", () => {});
  ends.push(
    () => io.disconnect(),
    () => node.destroy(),
  );
  await node.connect();
  const acceptUnsafe = ["no_append_only_file"] as const;
  for (const client of [io, node]) await redisStore({ client, acceptUnsafe, commandTimeoutMs: 10_000 }).checkSetup();
  await cluster.nodes[1]?.command("ACL", "SETUSER", "app", "-zadd");
  for (const client of [io, node])
    await expect(redisStore({ client, acceptUnsafe, commandTimeoutMs: 10_000 }).checkSetup()).rejects.toEqual(
      invalid(/may not call ZADD/),
    );
});
