import { setTimeout as sleep } from "node:timers/promises";
import { type RedisServer, startRedisCluster } from "@holdpoint/test-servers";
import { Redis } from "ioredis";
import type { Losing } from "../scenarios/lost-writes.js";

/** A primary dies with claims that its replica never got, and the Cluster promotes that replica by itself. */
export async function clusterFailover(): Promise<Losing> {
  const cluster = await startRedisCluster();
  let partition = 0;
  let key = "";
  let victim = await cluster.primaryOf(key);
  let operator: Redis | undefined;
  return {
    store: { kind: "redis cluster", ports: cluster.ports },
    async prepare() {
      key = `tier2:{${partition++ % 64}}:l`;
      await cluster.healthy();
      victim = await cluster.primaryOf(key);
      operator = await shutOut(victim);
    },
    async strike() {
      const reached = await claimsSeenBy(operator as Redis);
      operator?.disconnect();
      await victim.crash();
      while ((await cluster.primaryOf(key).catch(() => victim)) === victim) await sleep(20);
      await cluster.healthy();
      return reached;
    },
    async heal() {
      await victim.start("files");
      await cluster.healthy();
      // The claims of this time must not be counted the next one. Replicas refuse, and follow.
      await Promise.allSettled(cluster.nodes.map((node) => node.command("FLUSHALL")));
    },
    stop: () => cluster.stop(),
  };
}

/** How many operations are claimed and not completed on this server: they are what is listed. */
async function claimsSeenBy(client: Redis): Promise<number> {
  const listings = await client.keys("tier2:*:l");
  const each = await Promise.all(listings.map((listing) => client.zcard(listing)));
  return each.reduce((all, claims) => all + claims, 0);
}

/** Cuts off the replicas of a server and lets them in no more. Connections that stand are let be: one of them is given back. */
export async function shutOut({ port }: RedisServer): Promise<Redis> {
  const operator = new Redis({ port, retryStrategy: () => null }).on("error", () => {});
  await operator.config("SET", "requirepass", "no entry");
  await operator.call("CLIENT", "KILL", "TYPE", "replica");
  return operator;
}
