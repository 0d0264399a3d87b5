import type { RedisCluster } from "@holdpoint/test-servers";
import * as ioredis6 from "ioredis";
import * as ioredis5 from "ioredis5";
import * as redis6 from "redis";
import * as redis5 from "redis5";

/** A client of one of the libraries, as the tests need it. */
export interface TestClient {
  readonly client: object;
  /** Drops the connection at once and for good. */
  drop(): void;
}

export interface Library {
  readonly name: string;
  /** Connected to one server, and never again once that connection is lost. */
  standalone(port: number, options?: object): Promise<TestClient>;
  cluster(cluster: RedisCluster): Promise<TestClient>;
}

/** What went wrong is told by rejected commands too; the event alone would end the process. */
const ignore = () => {};

const ofIoredis = (name: string, { Redis, Cluster }: typeof ioredis6): Library => ({
  name,
  async standalone(port, options) {
    const client = new Redis({ port, maxRetriesPerRequest: 0, retryStrategy: () => null, ...options });
    client.on("error", ignore);
    return { client, drop: () => client.disconnect() };
  },
  async cluster({ ports }) {
    const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
    const client = new Cluster(nodes, { slotsRefreshTimeout: 10_000 });
    client.on("error", ignore);
    return { client, drop: () => client.disconnect() };
  },
});

const ofNodeRedis = (name: string, { createClient, createCluster }: typeof redis6): Library => ({
  name,
  async standalone(port, options) {
    const client = createClient({ socket: { port, host: "127.0.0.1", reconnectStrategy: false }, ...options });
    client.on("error", ignore);
    await client.connect();
    return { client, drop: () => void (client.isOpen && client.destroy()) };
  },
  async cluster({ ports }) {
    const client = createCluster({ rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) });
    client.on("error", ignore);
    await client.connect();
    return { client, drop: () => void (client.isOpen && client.destroy()) };
  },
});

export const ioredis = ofIoredis("ioredis", ioredis6);
export const nodeRedis = ofNodeRedis("node-redis", redis6);

/** The oldest and the newest major version of each library that the package promises. */
export const libraries: readonly Library[] = [
  ioredis,
  ofIoredis("ioredis 5", ioredis5 as unknown as typeof ioredis6),
  nodeRedis,
  ofNodeRedis("node-redis 5", redis5 as unknown as typeof redis6),
];
