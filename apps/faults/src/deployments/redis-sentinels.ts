import { redisCommand, startRedisSentinels } from "@holdpoint/test-servers";
import { until } from "../harness/until.js";
import type { Losing } from "../scenarios/lost-writes.js";
import { shutOut } from "./redis-cluster.js";
import { follow, inStep } from "./replication.js";

/** A primary dies with claims that its replica never got, and Sentinels promote that replica by themselves. */
export async function sentinelFailover(): Promise<Losing> {
  const { primary: first, replica: second, name, ports, stop } = await startRedisSentinels();
  let [primary, replica] = [first, second];
  return {
    store: { kind: "redis sentinel", ports, name },
    async prepare() {
      await inStep(replica, primary);
      (await shutOut(primary)).disconnect();
    },
    async strike() {
      await primary.crash();
      await until(async () => (await replica.info("replication")).role === "master", 50);
      return undefined;
    },
    async heal() {
      [primary, replica] = [replica, primary];
      await replica.start("files");
      await follow(replica, primary);
      await inStep(replica, primary);
      const sees = async (port: number) => {
        const told = (await redisCommand(port, ["SENTINEL", "REPLICAS", name])) as string[][];
        const field = (wanted: string) => told[0]?.[told[0].indexOf(wanted) + 1];
        return field("flags") === "slave" && field("master-link-status") === "ok";
      };
      await until(async () => (await Promise.all(ports.map(sees))).every(Boolean), 50);
    },
    stop,
  };
}
