import { freePort } from "../free-port.js";
import { type RedisServer, startRedis } from "./redis-server.js";
import { until } from "./until.js";

export interface RedisCluster {
  /** Three primaries, then the replica of each in the same order; after a failover roles have moved. */
  readonly nodes: readonly RedisServer[];
  readonly ports: readonly number[];
  /** The present primary of the key. */
  primaryOf(key: string): Promise<RedisServer>;
  /** Resolves once every live node sees all slots served, and every replica is in step. */
  healthy(): Promise<void>;
  stop(): Promise<void>;
}

const primaries = 3;
const slots = 16_384;
const firstSlot = (number: number) => Math.ceil((slots * number) / primaries);

/** Three primaries and a replica of each. A primary that is silent for the time-out is replaced by its replica. */
export async function startRedisCluster({ nodeTimeoutMs = 1_000 } = {}): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  const busPorts: number[] = [];
  for (let number = 0; number < primaries * 2; number += 1) {
    const busPort = await freePort(); // the default, port + 10,000, may lie beyond the last one
    busPorts.push(busPort);
    nodes.push(await startRedis({ settings: settingsOf(nodeTimeoutMs, busPort) }));
  }
  const cluster = clusterOf(nodes);
  await join(nodes, busPorts).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  await cluster.healthy();
  return cluster;
}

const settingsOf = (nodeTimeoutMs: number, busPort: number) => ({
  "cluster-enabled": "yes",
  "cluster-config-file": "nodes.conf",
  "cluster-node-timeout": String(nodeTimeoutMs),
  "cluster-port": String(busPort),
  "cluster-replica-validity-factor": "0", // however stale a replica is, it takes over
});

async function join(nodes: readonly RedisServer[], busPorts: readonly number[]): Promise<void> {
  for (const [number, node] of nodes.entries()) {
    await node.command("CLUSTER", "SET-CONFIG-EPOCH", String(number + 1));
    if (number < primaries) {
      await node.command("CLUSTER", "ADDSLOTSRANGE", String(firstSlot(number)), String(firstSlot(number + 1) - 1));
    }
    await nodes[0]?.command("CLUSTER", "MEET", "127.0.0.1", String(node.port), String(busPorts[number]));
  }
  for (let number = 0; number < primaries; number += 1) {
    const id = String(await nodes[number]?.command("CLUSTER", "MYID"));
    const replica = nodes[number + primaries] as RedisServer;
    await until("the nodes know each other", async () =>
      String(await replica.command("CLUSTER", "NODES")).includes(id),
    );
    await until(
      "the replica has its primary",
      async () => (await replica.command("CLUSTER", "REPLICATE", id)) === "OK",
    );
  }
}

function clusterOf(nodes: readonly RedisServer[]): RedisCluster {
  const live = async () => {
    const answers = await Promise.all(
      nodes.map((node) =>
        node.command("PING").then(
          () => [node],
          () => [],
        ),
      ),
    );
    return answers.flat();
  };
  return {
    nodes,
    ports: nodes.map(({ port }) => port),
    async primaryOf(key) {
      const [first] = await live();
      const slot = Number(await first?.command("CLUSTER", "KEYSLOT", key));
      const ranges = (await first?.command("CLUSTER", "SLOTS")) as [number, number, [string, number]][];
      const port = ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
      return nodes.find((node) => node.port === port) as RedisServer;
    },
    healthy: () =>
      until("the Cluster is whole", async () => {
        const each = (await live()).map(async (node) => {
          const [state, replication] = await Promise.all([node.command("CLUSTER", "INFO"), node.info("replication")]);
          const inStep = replication.role === "master" || replication.master_link_status === "up";
          return String(state).includes("cluster_state:ok") && inStep;
        });
        return (await Promise.all(each)).every(Boolean);
      }),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
