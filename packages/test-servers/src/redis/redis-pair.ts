import { type RedisOptions, type RedisServer, startRedis } from "./redis-server.js";
import { until } from "./until.js";

export interface RedisPair {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** Resolves once the replica has all that the primary has. */
  caughtUp(): Promise<void>;
  /** From now on nothing reaches the replica: it stays alive, and stale. */
  cutReplication(): Promise<void>;
  /** Makes the replica a primary. The old one does not learn of it. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and its replica. */
export async function startRedisPair(options: RedisOptions = {}): Promise<RedisPair> {
  const primary = await startRedis(options);
  const replica = await startRedis({ ...options, replicaOf: primary.port }).catch(async (error: unknown) => {
    await primary.stop();
    throw error;
  });
  const caughtUp = () =>
    until("the replica caught up", async () => {
      const [at, copied] = await Promise.all([primary.info("replication"), replica.info("replication")]);
      return copied.master_link_status === "up" && copied.slave_repl_offset === at.master_repl_offset;
    });
  await caughtUp();
  return {
    primary,
    replica,
    caughtUp,
    // Pausing it would leave in its socket what it has yet to read. A port where nobody listens lets it keep its data.
    async cutReplication() {
      await replica.command("REPLICAOF", "127.0.0.1", "1");
    },
    async promote() {
      await replica.command("REPLICAOF", "NO", "ONE");
    },
    async stop() {
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
