import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** What a worker said: which handlers it started, and what its callers heard. */
export type Said =
  | { readonly started: number }
  | { readonly heard: number; readonly body: { readonly status: string } };

export interface Work {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly leaseMs: number;
  readonly waitForCompletionMs: number;
  /** Handlers take up to so long. */
  readonly handlerMs: number;
  readonly atOnce: number;
}

export interface Worker {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  said(): readonly Said[];
}

/** Starts a worker, and resolves when it is about to confirm its first token. */
export async function startWorker(work: Work): Promise<Worker> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "worker-"));
  const file = path.join(folder, "said");
  const child = fork(path.join(import.meta.dirname, "worker.mjs"), [JSON.stringify({ ...work, file })]);
  let atLast: readonly Said[] | undefined;
  const ended = once(child, "exit").then(() => {
    atLast = linesOf(file);
    fs.rmSync(folder, { recursive: true, force: true });
  });
  await Promise.race([once(child, "message"), ended.then(() => Promise.reject(new Error("the worker ended at once")))]);
  return { process: child, ended, said: () => atLast ?? linesOf(file) };
}

function linesOf(file: string): readonly Said[] {
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Said]));
}
