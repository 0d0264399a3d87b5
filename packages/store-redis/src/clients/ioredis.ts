import { gathering } from "./gathering.js";
import type { ClientLink, Primary } from "./link.js";

type Send = (this: object, ...args: readonly string[]) => Promise<unknown>;

/** What is used of `Redis` and `Cluster` of ioredis 5 and 6. */
export interface IoredisClient {
  readonly isCluster: boolean;
  createBuiltinCommand(name: string): { readonly string: unknown };
  readonly status: string;
  /** The socket. */
  readonly stream?: unknown;
  readonly options?: { readonly host?: string; readonly port?: number };
  nodes?(role: "master"): readonly IoredisClient[];
}

export const isIoredis = (client: object): client is IoredisClient =>
  typeof (client as Partial<IoredisClient>).createBuiltinCommand === "function" && "isCluster" in client;

/**
 * Commands made by `createBuiltinCommand` pass by the client's auto-pipelining, which halves the throughput of scripts
 * and lets one slow command hold up the others; a client that uses it for other commands can be shared.
 */
export function ioredisLink(client: IoredisClient): ClientLink {
  const evalsha = command(client, "evalsha");
  const evaluate = command(client, "eval");
  const gather = gathering(client);
  return {
    isCluster: client.isCluster,
    evalsha: (args) => {
      gather();
      return evalsha.apply(client, args as string[]);
    },
    eval: (args) => evaluate.apply(client, args as string[]),
    ...(!client.isCluster && { connection: () => (client.status === "ready" ? client.stream : undefined) }),
    primaries: async () => (client.isCluster ? (client.nodes?.("master") ?? []) : [client]).map(primaryOf),
  };
}

const command = (client: IoredisClient, name: string) => client.createBuiltinCommand(name).string as Send;

function primaryOf(node: IoredisClient): Primary {
  return {
    address: `${node.options?.host ?? "?"}:${node.options?.port ?? "?"}`,
    send: (name, ...args) => command(node, name.toLowerCase()).apply(node, args as string[]),
  };
}
