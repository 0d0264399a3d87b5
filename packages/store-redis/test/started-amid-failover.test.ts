import { setTimeout as sleep } from "node:timers/promises";
import { startRedisCluster } from "@holdpoint/test-servers";
import { expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { libraries } from "./support/clients.js";

test.each(libraries)(
  "through $name a store whose client takes a demoted server for a primary finds the new one by itself",
  async ({ cluster: connect }) => {
    const cluster = await startRedisCluster();
    const { client, drop } = await connect(cluster);
    await (client as { ping?(): Promise<unknown> }).ping?.(); // it knows the servers as they are now
    const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
    // Not the server of the partition that is asked first: that one's answer would tell.
    const first = await cluster.primaryOf("tier2:{0}:probe");
    const roles = await Promise.all(
      cluster.nodes.map(async (node) => ({ node, told: await node.info("replication") })),
    );
    const isOfAnother = (port: string | undefined) => port !== undefined && Number(port) !== first.port;
    const follower = roles.find(({ told }) => isOfAnother(told.master_port));
    await follower?.node.command("CLUSTER", "FAILOVER");
    while ((await follower?.node.info("replication"))?.role !== "master") await sleep(20);
    await cluster.healthy();
    let failure: unknown;
    for (let attempt = 0; attempt < 50; attempt += 1) {
      failure = await store.checkSetup().then(() => undefined, String);
      if (failure === undefined) break;
      await sleep(100);
    }
    expect(failure).toBeUndefined();
    drop();
    await cluster.stop();
  },
);
