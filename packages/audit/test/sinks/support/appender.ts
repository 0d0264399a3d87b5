import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface AppenderOptions {
  readonly folder: string;
  readonly name: string;
  readonly count: number;
  readonly lock?: boolean;
  readonly atOnce?: number;
  readonly dieAt?: number;
  readonly die?: "before" | "half";
  readonly maxFileBytes?: number;
  readonly lockTimeoutMs?: number;
  /** Once it has appended all, it stays. */
  readonly idle?: boolean;
}

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

interface Steps {
  readonly steps: number;
  /** The numbers of those that write to the log. */
  readonly writes: readonly number[];
}

/** Another process that appends to the log. */
export interface Appender {
  /** What was acknowledged to it so far. */
  acknowledged(): string[];
  errors(): string;
  signal(signal: NodeJS.Signals): void;
  /** The steps it made of the disk, if it came to its end. */
  readonly ended: Promise<Steps & { readonly signal: NodeJS.Signals | null; readonly code: number | null }>;
  /** Resolves once it has acknowledged so many. */
  reaches(count: number): Promise<void>;
}

export function startAppender(options: AppenderOptions): Appender;
export function startAppender(options: object, program: "pg-appender.mjs"): Appender;
export function startAppender(options: object, named = "appender.mjs"): Appender {
  const program = fileURLToPath(new URL(`../child/${named}`, import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  alive.add(child);
  let [out, err] = ["", ""];
  let made: Steps = { steps: 0, writes: [] };
  let onMore = () => {};
  child.stdout?.on("data", (data) => {
    out += data;
    onMore();
  });
  child.stderr?.on("data", (data) => {
    err += data;
  });
  child.on("message", (message: Steps) => {
    made = message;
  });
  // Once its pipes have ended too: what it said last is still to be read after its exit.
  const ended = new Promise<Awaited<Appender["ended"]>>((resolve) =>
    child.once("close", (code, signal) => {
      alive.delete(child);
      onMore();
      resolve({ signal, code, ...made });
    }),
  );
  const acknowledged = () => out.split("\n").slice(0, -1);
  return {
    acknowledged,
    errors: () => err,
    signal: (signal) => void child.kill(signal),
    ended,
    reaches: (count) =>
      new Promise((resolve, reject) => {
        onMore = () => {
          if (acknowledged().length >= count) resolve();
          else if (!alive.has(child)) reject(new Error(`It ended after ${acknowledged().length}: ${err}`));
        };
        onMore();
      }),
  };
}
