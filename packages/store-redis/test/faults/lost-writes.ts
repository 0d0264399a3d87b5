// Faults after which the store holds less than it once acknowledged.
import { type RedisPair, type RedisServer, startRedis, startRedisPair } from "@holdpoint/test-servers";
import { Redis } from "ioredis";
import { redisStore } from "../../src/index.js";
import { absentMeansFresh } from "./controls.js";
import type { FaultResult, Guard } from "./fault-result.js";
import { startProxy } from "./proxy.js";
import { struckInHandlers } from "./struck-in-handlers.js";

interface Scenario {
  readonly guard: Guard;
  readonly operations: number;
}

/** A client that comes back as soon as its server does. */
export function reconnecting(port: number): Redis {
  const client = new Redis({ port, maxRetriesPerRequest: 0, retryStrategy: () => 20 });
  client.on("error", () => {});
  return client;
}

/** Without the guard the history is not looked at: a record that was rolled back looks like any other. */
export const storeOn = (client: object, guard: Guard) =>
  redisStore({ client, history: guard === "on" ? "checked" : "unchecked", acceptUnsafe: ["no_append_only_file"] });

/** Crashed, and started from a snapshot that is older than the claims. */
export async function snapshotRollback({ guard, operations }: Scenario): Promise<FaultResult> {
  const server = await startRedis({ persistence: "snapshot" });
  return withTwoClients(server.port, server.stop, (first, second) =>
    struckInHandlers({
      operations,
      first: storeOn(first, guard),
      second: storeOn(second, guard),
      prepare: () => server.snapshot(),
      strike: () => restarted(server, "files"),
    }),
  );
}

/** Crashed, and started with nothing. The control takes absence for fresh, as lists of used tokens do. */
export async function restartEmpty({ guard, operations }: Scenario): Promise<FaultResult> {
  const server = await startRedis();
  return withTwoClients(server.port, server.stop, (first, second) =>
    struckInHandlers({
      operations,
      first: storeOn(first, "on"),
      second: guard === "on" ? storeOn(second, "on") : absentMeansFresh(storeOn(second, "on")),
      prepare: async () => {},
      strike: () => restarted(server, "nothing"),
    }),
  );
}

export async function withTwoClients<T>(
  port: number,
  stop: () => Promise<void>,
  work: (first: Redis, second: Redis) => Promise<T>,
): Promise<T> {
  const [first, second] = [reconnecting(port), reconnecting(port)];
  try {
    return await work(first, second);
  } finally {
    first.disconnect();
    second.disconnect();
    await stop();
  }
}

async function restarted(server: RedisServer, from: "files" | "nothing"): Promise<undefined> {
  await server.crash();
  await server.start(from);
}

/** The replica did not get the claims, and is promoted. */
export const promotion = (scenario: Scenario) => onPair(scenario, async ({ promote }) => promote());

/** … and then the old primary, which never restarted, takes over again from what the promoted one holds. */
export const failback = (scenario: Scenario) =>
  onPair(scenario, async ({ promote, primary, replica }, retarget) => {
    await promote();
    await primary.command("REPLICAOF", "127.0.0.1", String(replica.port));
    while ((await primary.info("replication")).master_link_status !== "up") await primary.command("PING");
    await primary.command("REPLICAOF", "NO", "ONE");
    retarget(primary.port);
  });

async function onPair(
  { guard, operations }: Scenario,
  fail: (pair: RedisPair, retarget: (port: number) => void) => Promise<void>,
): Promise<FaultResult> {
  const pair = await startRedisPair();
  const proxy = await startProxy(pair.primary.port);
  const stop = async () => {
    proxy.close();
    await pair.stop();
  };
  return withTwoClients(proxy.port, stop, (first, second) =>
    struckInHandlers({
      operations,
      first: storeOn(first, guard),
      second: storeOn(second, guard),
      async prepare() {
        await pair.caughtUp();
        await pair.cutReplication();
      },
      async strike() {
        proxy.retarget(pair.replica.port);
        await fail(pair, proxy.retarget);
        return undefined;
      },
    }),
  );
}
