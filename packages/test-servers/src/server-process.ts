import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How to tell that a server is ready: it answers bytes of its own protocol, which an open port alone does not show. */
export interface Readiness {
  readonly port: number;
  readonly hello: string | Uint8Array;
  isReady(answer: string): boolean;
  readonly withinMs?: number;
}

/** A server that this process started. Nothing is sent to any other. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** The last 4,000 characters that it printed. */
  log(): string;
  /** Sends the signal without waiting: SIGSTOP, SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it and resolves when it is gone, urged on if need be; to one that is gone already nothing is done. */
  end(signal: NodeJS.Signals, urge?: { readonly signal: NodeJS.Signals; readonly afterMs: number }): Promise<void>;
}

const alive = new Set<ChildProcess>();
const endAll = () => {
  for (const child of alive) child.kill("SIGKILL"); // a test run that broke off leaves nothing behind
};
process.once("exit", endAll);
// A test runner ends its workers by a signal, and a process that a signal ends has no "exit".
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

/** Starts a program and resolves once it answers; rejects with its last output if it stops or stays silent. */
export async function startServer(
  file: string,
  args: readonly string[],
  { ready, ...options }: SpawnOptions & { ready: Readiness },
): Promise<ServerProcess> {
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  alive.add(child);
  let said = "";
  const add = (text: unknown) => {
    said = (said + String(text)).slice(-4_000);
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  child.on("error", add);
  child.once("exit", () => alive.delete(child));
  const server: ServerProcess = {
    port: ready.port,
    pid: child.pid ?? 0,
    log: () => said,
    signal: (signal) => void child.kill(signal),
    async end(signal, urge) {
      if (isGone(child)) return;
      const gone = once(child, "exit");
      child.kill(signal);
      const timer = urge && setTimeout(() => child.kill(urge.signal), urge.afterMs);
      await gone;
      clearTimeout(timer);
    },
  };
  await waitUntilReady(file, ready, child, server).catch(async (error: unknown) => {
    await server.end("SIGKILL");
    throw error;
  });
  return server;
}

const isGone = (child: ChildProcess) => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

async function waitUntilReady(file: string, ready: Readiness, child: ChildProcess, { log }: ServerProcess) {
  const end = performance.now() + (ready.withinMs ?? 30_000);
  while (!ready.isReady(await ask(ready))) {
    if (isGone(child)) throw new Error(`${file} stopped at once:\n${log()}`);
    if (performance.now() > end) throw new Error(`${file} did not answer on port ${ready.port}:\n${log()}`);
    await sleep(25);
  }
}

function ask({ port, hello }: Readiness): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(hello));
    socket.setTimeout(500, () => socket.destroy());
    socket.once("data", (data) => {
      resolve(data.toString("latin1"));
      socket.destroy();
    });
    socket.once("error", () => resolve(""));
    socket.once("close", () => resolve(""));
  });
}
