import { Redis } from "ioredis";
import { redisStore } from "../../src/index.js";

/** A client that comes back as soon as its server does. */
export function reconnecting(port: number): Redis {
  const client = new Redis({ port, maxRetriesPerRequest: 0, retryStrategy: () => 20 });
  client.on("error", () => {});
  return client;
}

/** A store on a server that keeps nothing. */
export const storeOn = (client: object) => redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
