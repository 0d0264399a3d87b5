import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

export interface Command {
  readonly command: string;
  readonly args?: readonly string[];
  /** Besides what a program needs to run at all; nothing else of the probe's own environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const passedOn = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG", "SystemRoot", "USERPROFILE", "APPDATA", "ComSpec"];
const graceMs = 2_000;
const maxPrinted = 65_536;

function childEnv(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const base = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(base), ...own };
}

/** A server as a child process, whose pipes the probe can sever. `onFirstByte` tells that it has begun to answer. */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  onFirstByte: (() => void) | undefined;
  readonly #command: Command;
  readonly #onStderr: (text: string) => void;
  readonly #buffer = new ReadBuffer();
  #child: ChildProcess | undefined;
  #printed = "";

  constructor(command: Command, onStderr: (text: string) => void = () => {}) {
    this.#command = command;
    this.#onStderr = onStderr;
  }

  async start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#command;
    const child = spawn(command, [...args], {
      env: childEnv(env),
      ...(cwd !== undefined && { cwd }),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    this.#child = child;
    endWithThisProcess(child);
    child.stdout.on("data", (bytes: Buffer) => this.#receive(bytes));
    child.stderr.on("data", (bytes: Buffer) => {
      this.#printed = (this.#printed + bytes.toString()).slice(-maxPrinted);
      this.#onStderr(bytes.toString());
    });
    child.stdin.on("error", () => {}); // a child that ended; its exit is told by onclose
    child.once("exit", () => this.onclose?.());
    await once(child, "spawn");
    child.on("error", (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error("The server's process has ended.");
    if (!stdin.write(serializeMessage(message))) await once(stdin, "drain");
  }

  /** As a client that dies: both pipes are gone at once, and then the process has a moment to end by itself. */
  async sever(): Promise<void> {
    this.#child?.stdout?.destroy();
    this.#child?.stdin?.destroy();
    await this.close();
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await ended(child)) return;
      child.kill(signal);
    }
    await ended(child);
  }

  /** How the process ended, and the last that it printed on its standard error: nothing of it is redacted. */
  async ending(): Promise<{ readonly how: string; readonly printed: string }> {
    const child = this.#child;
    if (child?.pid === undefined || !(await ended(child))) return { how: "", printed: this.#printed };
    // What it printed last may come after its exit.
    if (child.stderr?.closed === false) await Promise.race([once(child.stderr, "close"), sleep(graceMs)]);
    const { exitCode, signalCode } = child;
    const how = signalCode === null ? `its process ended with code ${exitCode}` : `its process ended by ${signalCode}`;
    return { how, printed: this.#printed };
  }

  #receive(bytes: Buffer): void {
    const told = this.onFirstByte;
    this.onFirstByte = undefined;
    told?.();
    try {
      this.#buffer.append(bytes);
    } catch (error) {
      this.onerror?.(error as Error); // an answer without an end: nothing more is read from this server
      this.#child?.kill("SIGKILL");
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error); // a line that is no message; the next one may be
      }
    }
  }
}

const running = new Set<ChildProcess>();

/** A probe that is stopped in the middle leaves no server behind. */
function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("close", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

async function ended(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const waiting = new AbortController();
  const exit = once(child, "exit", { signal: waiting.signal }).then(
    () => true,
    () => false,
  );
  const late = sleep(graceMs, false, { signal: waiting.signal }).catch(() => false);
  const result = await Promise.race([exit, late]);
  waiting.abort();
  return result;
}
