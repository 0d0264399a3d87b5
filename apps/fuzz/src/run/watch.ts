import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Outcome } from "./run-target.js";
import type { AnyTarget } from "./target.js";

export interface WorkerOrder {
  readonly targetsModule: string;
  readonly name: string;
  readonly inputs: number;
  readonly seed: number;
  /** The run that is on, for whoever watches. */
  readonly runs: Int32Array;
}

export interface WatchOptions {
  readonly inputs: number;
  readonly seed: number;
  /** A run that takes longer hangs. */
  readonly stallMs: number;
  /** When everything has to be over, on the monotonic clock. */
  readonly untilMs: number;
  /** Stops the target. */
  readonly signal: AbortSignal;
  /** Told the run that is on, about once a second. */
  onProgress(run: number): void;
  /** A module that exports `targets`; by default this member's own. */
  readonly targetsModule?: string;
  readonly workerModule?: URL;
}

export type Watched = Outcome | { readonly stopped: "hang" | "time" | "signal"; readonly run: number };

const lookEveryMs = 1_000;
const notBegun = -1;

/** Runs a target in a thread of its own and watches it: a run that does not end is told as a hang, not waited for. */
export async function watch(target: AnyTarget, options: WatchOptions): Promise<Watched> {
  const { inputs, seed, stallMs, untilMs, signal, onProgress } = options;
  const runs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(notBegun);
  const targetsModule = options.targetsModule ?? new URL("../targets.js", import.meta.url).href;
  const workerData: WorkerOrder = { targetsModule, name: target.name, inputs, seed, runs };
  const worker = new Worker(options.workerModule ?? new URL("./worker.js", import.meta.url), { workerData });
  const ended = new AbortController();
  try {
    return await Promise.race([outcomeOf(worker), stopped()]);
  } finally {
    ended.abort();
    await worker.terminate();
  }

  async function stopped(): Promise<Watched> {
    let seen = { run: notBegun, atMs: performance.now() };
    for (;;) {
      await aSecond(AbortSignal.any([signal, ended.signal]));
      const [begun, nowMs] = [Atomics.load(runs, 0), performance.now()];
      if (begun !== seen.run || begun === notBegun) seen = { run: begun, atMs: nowMs };
      const run = Math.max(0, begun);
      if (signal.aborted) return { stopped: "signal", run };
      if (nowMs - seen.atMs > stallMs) return { stopped: "hang", run };
      if (nowMs > untilMs) return { stopped: "time", run };
      if (ended.signal.aborted) return { stopped: "signal", run };
      onProgress(run);
    }
  }
}

async function outcomeOf(worker: Worker): Promise<Outcome> {
  try {
    const [message] = (await once(worker, "message")) as [Outcome];
    return message;
  } catch (error) {
    return { inputs: 0, failure: `It ended the process: ${String(error)}` };
  }
}

const aSecond = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, lookEveryMs);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
