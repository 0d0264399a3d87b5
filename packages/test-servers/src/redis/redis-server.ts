import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.js";
import { type ServerProcess, startServer } from "../server-process.js";
import { type Reply, redisCommand } from "./command.js";
import { noProgram, redisProgram } from "./program.js";

export interface RedisOptions {
  /** `log`: an append-only file. `snapshot`: only when `snapshot()` is called. Default `nothing`. */
  readonly persistence?: "nothing" | "snapshot" | "log";
  /** The port of the primary that this one copies. */
  readonly replicaOf?: number;
  /** Further settings of redis.conf, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/** A Redis server of this test run, on a loopback port that it keeps when it starts anew. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  log(): string;
  command(...args: readonly string[]): Promise<Reply>;
  /** The fields of one section of INFO. */
  info(section: string): Promise<Readonly<Record<string, string>>>;
  /** Writes what it holds to its snapshot file. */
  snapshot(): Promise<void>;
  /** SIGKILL: nothing more is written. */
  crash(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing answers. */
  pause(): void;
  resume(): void;
  /** Starts it again after a crash: with the files that it left, or with none. */
  start(from: "files" | "nothing"): Promise<void>;
  /** Ends it, and removes its files. */
  stop(): Promise<void>;
}

/** Starts a Redis with nobody else's settings or files. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const program = await redisProgram();
  if (!program) throw new Error(noProgram);
  const port = options.port ?? (await freePort());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "redis-"));
  const launch = (): Promise<ServerProcess> =>
    startServer(program.file, argsOf(options, port, folder), {
      env: program.env,
      cwd: folder,
      // What is still being loaded answers an error.
      ready: { port, hello: "PING\r\n", isReady: (answer) => answer.startsWith("+PONG") },
    });
  let server = await launch().catch((error: unknown) => {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const command = (...args: readonly string[]) => redisCommand(port, args);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    log: () => server.log(),
    command,
    info: async (section) => fieldsOf(String(await command("INFO", section))),
    async snapshot() {
      await command("SAVE");
    },
    crash: () => server.end("SIGKILL"),
    pause: () => server.signal("SIGSTOP"),
    resume: () => server.signal("SIGCONT"),
    async start(from) {
      await server.end("SIGKILL");
      if (from === "nothing")
        for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true });
      server = await launch();
    },
    async stop() {
      await server.end("SIGKILL");
      await remove(folder);
    },
  };
}

/** A child of the server may still write into it: the snapshot of a replica's first copy. */
async function remove(folder: string): Promise<void> {
  for (let triesLeft = 50; fs.existsSync(folder); triesLeft -= 1) {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (triesLeft === 0) throw error;
      await sleep(100);
    }
  }
}

function argsOf(options: RedisOptions, port: number, folder: string): string[] {
  const { persistence = "nothing", replicaOf, settings = {} } = options;
  const all: Record<string, string> = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: persistence === "log" ? "yes" : "no",
    "enable-debug-command": "local", // its CHANGE-REPL-ID does to the history what a failover does
    "repl-diskless-sync-delay": "0",
    ...(replicaOf !== undefined && { replicaof: `127.0.0.1 ${replicaOf}` }),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => [
    `--${name}`,
    ...(name === "replicaof" ? value.split(" ") : [value]),
  ]);
}

function fieldsOf(info: string): Readonly<Record<string, string>> {
  const lines = info.split("\r\n").filter((line) => line.includes(":"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}
