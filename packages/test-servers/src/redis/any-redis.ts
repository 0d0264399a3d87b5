import { redisProgram } from "./program.js";
import { startRedis } from "./redis-server.js";

export interface AnyRedis {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** For suites that need only a server: one of their own, else, where no program is found, the one of REDIS_URL. */
export async function anyRedis(): Promise<AnyRedis> {
  const url = process.env.REDIS_URL;
  if (url && !(await redisProgram())) {
    const { hostname, port } = new URL(url);
    return { host: hostname, port: Number(port || 6379), close: async () => {} };
  }
  const { port, stop } = await startRedis({ persistence: "log" });
  return { host: "127.0.0.1", port, close: stop };
}
