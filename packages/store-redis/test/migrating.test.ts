import { startRedisCluster } from "@holdpoint/test-servers";
import { afterEach, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { Keys } from "../src/keys.js";
import { ioredis, nodeRedis } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: true };

test("while a slot of the Cluster is moved nothing can be created there, which is explained, and everything else works", async () => {
  const cluster = await startRedisCluster();
  ends.push(cluster.stop);
  const keys = new Keys("tier2");
  const moving = keys.prefixOf("c:1");
  const from = await cluster.primaryOf(`${moving}l`);
  const to = cluster.nodes.slice(0, 3).find((node) => node !== from) ?? from;
  const slot = String(await from.command("CLUSTER", "KEYSLOT", `${moving}l`));
  const [fromId, toId] = [String(await from.command("CLUSTER", "MYID")), String(await to.command("CLUSTER", "MYID"))];
  await to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", fromId);
  await from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", toId);
  const elsewhere = Array.from({ length: 20 }, (_, number) => `c:${number}`).filter(
    (id) => keys.prefixOf(id) !== moving,
  );
  for (const { cluster: connect } of [ioredis, nodeRedis]) {
    const { client, drop } = await connect(cluster);
    ends.push(drop);
    const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"], commandTimeoutMs: 30_000 });
    await store.checkSetup();
    await expect(store.insert("c:1", write)).rejects.toMatchObject({
      code: "store_unavailable",
      message: /moving to another server/,
    });
    for (const id of elsewhere) await store.insert(id, write);
  }
});
