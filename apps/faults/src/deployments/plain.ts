// Servers that lose nothing: what is between them and the processes breaks, or the processes do.
import fs from "node:fs";
import path from "node:path";
import { type RedisServer, startPostgres, startRedis, startRedisCluster } from "@holdpoint/test-servers";
import { startProxy } from "../harness/proxy.js";
import type { Run } from "../run/fault.js";
import type { StorePlan } from "../worker/plan.js";
import { migrated, runOn } from "./postgres-one.js";

export interface Plain {
  readonly store: StorePlan;
  stop(): Promise<void>;
}

/** Servers behind something that can lose what passes. */
export interface Behind extends Plain {
  /** Nothing passes any more, and no connection breaks. */
  silence(): void;
  /** Each request reaches the server, and its answer is lost with the connection. */
  cutReplies(): void;
  cutConnections(): Promise<void>;
  /** How many operations are claimed and not completed, by the server itself. */
  claims(): Promise<number>;
  heal(): void;
}

export const memory = async (): Promise<Plain> => ({ store: { kind: "memory" }, stop: async () => {} });

export async function redis(): Promise<Plain> {
  const server = await startRedis();
  return { store: { kind: "redis", port: server.port }, stop: () => server.stop() };
}

export async function redisCluster(): Promise<Plain> {
  const cluster = await startRedisCluster();
  return { store: { kind: "redis cluster", ports: cluster.ports }, stop: () => cluster.stop() };
}

export async function postgres(): Promise<Plain & { readonly url: string }> {
  const server = await startPostgres({ settings: { fsync: "off" } }); // nobody crashes it
  await migrated(server.url);
  return { store: { kind: "postgres", url: server.url }, url: server.url, stop: () => server.remove() };
}

/** One process, which keeps its data in files. */
export async function pglite({ folder }: Run): Promise<Plain> {
  const data = path.join(folder, "pglite");
  fs.mkdirSync(data);
  return { store: { kind: "pglite", folder: data }, stop: async () => {} };
}

export async function redisBehindProxy(): Promise<Behind> {
  const server = await startRedis();
  const proxy = await startProxy(server.port);
  return {
    store: { kind: "redis", port: proxy.port, commandTimeoutMs: 150 },
    silence: proxy.swallow,
    cutReplies: proxy.cutReplies,
    cutConnections: async () => void (await server.command("CLIENT", "KILL", "TYPE", "normal")),
    async claims() {
      const listings = (await server.command("KEYS", "tier2:*:l")) as string[];
      const each = await Promise.all(listings.map((listing) => server.command("ZCARD", listing)));
      return each.reduce<number>((all, claims) => all + Number(claims), 0);
    },
    heal: proxy.heal,
    stop: async () => void (await Promise.all([proxy.close(), server.stop()])),
  };
}

/** SIGSTOP: what is sent meanwhile is done later. */
export async function redisPaused(): Promise<Behind> {
  const server: RedisServer = await startRedis();
  const none = () => {
    throw new Error("a stopped server loses nothing");
  };
  return {
    store: { kind: "redis", port: server.port, commandTimeoutMs: 150 },
    silence: () => server.pause(),
    cutReplies: none,
    cutConnections: none,
    claims: none,
    heal: () => server.resume(),
    stop: () => server.stop(),
  };
}

export async function postgresBehindProxy(): Promise<Behind> {
  const { url, stop } = await postgres();
  const proxy = await startProxy(Number(new URL(url).port));
  return {
    store: { kind: "postgres", url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`, connectionTimeoutMs: 300 },
    silence: proxy.swallow,
    cutReplies: proxy.cutReplies,
    async cutConnections() {
      await runOn(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
    },
    async claims() {
      const [row] = await runOn(
        url,
        "SELECT count(*) AS claims FROM holdpoint.record WHERE listed AND starts_with(id, 'c:')",
      );
      return Number(row?.claims);
    },
    heal: proxy.heal,
    stop: async () => {
      await proxy.close();
      await stop();
    },
  };
}

/** Two connections a process, for which many callers wait. */
export async function postgresWithTwoConnections(): Promise<Plain> {
  const { url, stop } = await postgres();
  return { store: { kind: "postgres", url, connections: 2, connectionTimeoutMs: 30 }, stop };
}
