import { setTimeout as sleep } from "node:timers/promises";
import { startRedisCluster } from "@holdpoint/test-servers";
import { Cluster } from "ioredis";
import { type FaultResult, type Guard, none, sum } from "./fault-result.js";
import { reconnecting, storeOn } from "./lost-writes.js";
import { struckInHandlers } from "./struck-in-handlers.js";

/** A primary of a Cluster dies with claims that its replica never got, and the Cluster promotes that replica by itself. */
export async function clusterFailovers(scenario: {
  readonly guard: Guard;
  readonly operations: number;
  readonly failovers: number;
}): Promise<FaultResult> {
  const { guard, operations, failovers } = scenario;
  const cluster = await startRedisCluster();
  const connect = () => {
    const nodes = cluster.ports.map((port) => ({ host: "127.0.0.1", port }));
    const client = new Cluster(nodes, {
      slotsRefreshTimeout: 5_000,
      clusterRetryStrategy: () => 50,
      redisOptions: { maxRetriesPerRequest: 0 },
    });
    client.on("error", () => {});
    return client;
  };
  const clients = [connect(), connect()] as const;
  let result = none;
  try {
    for (let failover = 0; failover < failovers; failover += 1) {
      await cluster.healthy();
      const key = `tier2:{${failover}}:l`;
      const victim = await cluster.primaryOf(key);
      const operator = reconnecting(victim.port);
      const one = await struckInHandlers({
        operations,
        first: storeOn(clients[0], guard),
        second: storeOn(clients[1], guard),
        async prepare() {
          await cluster.healthy();
          // Connections that stand are let be; the replica's is cut, and it is not let in again.
          await operator.config("SET", "requirepass", "no entry");
          await operator.call("CLIENT", "KILL", "TYPE", "replica");
        },
        async strike() {
          const reached = (await operator.keys("tier2:*:r:*")).length;
          operator.disconnect();
          await victim.crash();
          while ((await cluster.primaryOf(key).catch(() => victim)) === victim) await sleep(50);
          await cluster.healthy();
          return reached;
        },
      });
      result = sum(result, one);
      await victim.start("files");
      await cluster.healthy();
      // The records of this round must not be counted in the next one. Replicas refuse, and follow.
      await Promise.allSettled(cluster.nodes.map((node) => node.command("FLUSHALL")));
    }
    return result;
  } finally {
    for (const client of clients) client.disconnect();
    await cluster.stop();
  }
}
