import { Redis } from "ioredis";
import { createClient } from "redis";

/** A client of one of the libraries, as the tests need it. */
export interface TestClient {
  readonly client: object;
  /** Drops the connection at once and for good. */
  drop(): void;
}

/** Both say what went wrong by rejecting commands; the event would end the process. */
const ignore = () => {};

export function ioredisClient(port: number, options: object = {}): TestClient {
  const client = new Redis({ port, maxRetriesPerRequest: 0, retryStrategy: () => null, ...options });
  client.on("error", ignore);
  return { client, drop: () => client.disconnect() };
}

export async function nodeRedisClient(port: number): Promise<TestClient> {
  const client = createClient({ socket: { port, host: "127.0.0.1", reconnectStrategy: false } });
  client.on("error", ignore);
  await client.connect();
  return { client, drop: () => client.destroy() };
}
