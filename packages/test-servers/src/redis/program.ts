import { programFromDebian } from "./debian-packages.js";
import { onPath } from "./on-path.js";

/** A server program, and the environment that it needs. */
export interface RedisProgram {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
}

const names = ["redis-server", "valkey-server"];

/** The server on PATH, else Debian's packages unpacked into `.cache/`, else undefined. Nothing is installed. */
export async function redisProgram(): Promise<RedisProgram | undefined> {
  for (const name of names) {
    const file = onPath(name);
    if (file) return { file, env: process.env };
  }
  return programFromDebian();
}

/** Why no server can be started, and what to do. */
export const noProgram =
  "No Redis: neither redis-server nor valkey-server is on PATH, and this is no Debian or Ubuntu whose packages could " +
  "be fetched. Install one, or let REDIS_URL name a running one for the tests that need nothing but a server:\n" +
  "  macOS: brew install redis     Debian/Ubuntu: apt-get install redis-server     Fedora: dnf install valkey";
