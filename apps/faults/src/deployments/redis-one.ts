import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import type { Losing } from "../scenarios/lost-writes.js";

const onRedis = (server: RedisServer, lose: Pick<Losing, "prepare" | "strike">): Losing => ({
  store: { kind: "redis", port: server.port },
  ...lose,
  heal: async () => {},
  stop: () => server.stop(),
});

/** It crashes, and starts from a snapshot that is older than the claims. */
export async function snapshotRollback(): Promise<Losing> {
  const server = await startRedis({ persistence: "snapshot" });
  return onRedis(server, {
    prepare: () => server.snapshot(),
    async strike() {
      await server.crash();
      await server.start("files");
      return undefined;
    },
  });
}

/** It crashes, and starts with nothing. */
export async function restartEmpty(): Promise<Losing> {
  const server = await startRedis();
  return onRedis(server, {
    prepare: async () => {},
    async strike() {
      await server.crash();
      await server.start("nothing");
      return undefined;
    },
  });
}
