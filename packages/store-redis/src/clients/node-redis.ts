import type { ClientLink, Primary } from "./link.js";

/** What is used of `createClient` and `createClientPool` of node-redis 5 and 6. */
interface NodeRedisClient {
  /** A pool has none. */
  readonly isReady?: boolean;
  on(event: "ready", listener: () => void): unknown;
  sendCommand(args: readonly string[]): Promise<unknown>;
  readonly options?: { readonly url?: string; readonly socket?: { readonly host?: string; readonly port?: number } };
}

/** What is used of `createCluster`. */
interface NodeRedisCluster {
  sendCommand(firstKey: string, isReadonly: boolean, args: readonly string[]): Promise<unknown>;
  readonly masters: readonly { readonly address: string }[];
  nodeClient(node: { readonly address: string }): NodeRedisClient | Promise<NodeRedisClient>;
}

/** What is used of `createSentinel`. */
interface NodeRedisSentinel {
  sendCommand(isReadonly: boolean, args: readonly string[]): Promise<unknown>;
  getMasterNode(): unknown;
}

const has = (client: object, ...names: readonly string[]) => names.every((name) => name in client);

/** The link to a client of node-redis, or undefined if it is none. */
export function nodeRedisLink(client: object): ClientLink | undefined {
  if (!has(client, "sendCommand")) return undefined;
  if (has(client, "masters", "nodeClient")) return clusterLink(client as NodeRedisCluster);
  if (has(client, "getMasterNode"))
    return singleLink(sentinelSend(client as NodeRedisSentinel), "the Sentinels' primary");
  const { options, sendCommand } = client as NodeRedisClient;
  const { host = "127.0.0.1", port = 6379 } = options?.socket ?? {};
  const link = singleLink((args) => sendCommand.call(client, args), `${host}:${port}`);
  return has(client, "isReady") ? { ...link, connection: connectionOf(client as NodeRedisClient) } : link;
}

/** One count for each client, however many stores share it. */
const counts = new WeakMap<NodeRedisClient, { connections: number }>();

/** It shows no socket, so its connections are counted, from when somebody first asks. */
const connectionOf = (client: NodeRedisClient) => () => {
  let count = counts.get(client);
  if (!count) {
    const started = { connections: 0 };
    client.on("ready", () => {
      started.connections += 1;
    });
    counts.set(client, started);
    count = started;
  }
  return client.isReady ? count.connections : undefined;
};

type Send = (args: readonly string[]) => Promise<unknown>;

const sentinelSend =
  (client: NodeRedisSentinel): Send =>
  (args) =>
    client.sendCommand(false, args);

function singleLink(send: Send, address: string): ClientLink {
  const primary: Primary = { address, send: (command, ...args) => send([command, ...args]) };
  return {
    isCluster: false,
    evalsha: (args) => send(["EVALSHA", ...args]),
    eval: (args) => send(["EVAL", ...args]),
    primaries: async () => [primary],
  };
}

function clusterLink(cluster: NodeRedisCluster): ClientLink {
  return {
    isCluster: true,
    evalsha: (args) => cluster.sendCommand(args[2] as string, false, ["EVALSHA", ...args]),
    eval: (args) => cluster.sendCommand(args[2] as string, false, ["EVAL", ...args]),
    primaries: () =>
      Promise.all(
        cluster.masters.map(async (master): Promise<Primary> => {
          const node = await cluster.nodeClient(master);
          return { address: master.address, send: (command, ...args) => node.sendCommand([command, ...args]) };
        }),
      ),
  };
}
