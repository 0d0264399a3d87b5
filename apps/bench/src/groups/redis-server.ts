import { startRedis } from "@holdpoint/test-servers";
import { Redis } from "ioredis";

/** This server keeps nothing on disk, which is known and wanted here. */
export const acceptUnsafe = ["no_append_only_file"] as const;

/** A server of its own for one group, without persistence: its disk is not what is measured. */
export async function redisServer() {
  const server = await startRedis();
  const clients: Redis[] = [];
  return {
    url: server.url,
    client() {
      const client = new Redis(server.url);
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.disconnect();
      await server.stop();
    },
  };
}
