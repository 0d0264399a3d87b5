import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { killAllWorkers } from "../harness/worker-process.js";
import type { Fault, Guard } from "./fault.js";
import type { Outcome } from "./outcome.js";
import { seeded, seedOf } from "./random.js";
import { none, sum, type Tally } from "./tally.js";

export interface Effort {
  readonly seed: number;
  readonly faults: number;
  readonly controlFaults: number;
  /** A run in which nothing more happens for so long has failed. */
  readonly stallMs: number;
  progress(guard: Guard, soFar: Tally): void;
}

const controlAttempts = 3;

/** Runs a fault with its guard on, and then the control. */
export async function runFault(fault: Fault, effort: Effort): Promise<Outcome> {
  const { name, store, fault: title, without, shownBy } = fault;
  const seed = seedOf(effort.seed, name);
  const startedMs = performance.now();
  const told = { fault: { name, store, fault: title, without, shownBy }, seed };
  let guarded: Tally | undefined;
  try {
    guarded = await watched(fault, "on", effort.faults, seed, effort);
    let control = none;
    // On a busy machine a process may be done before it is struck. Only a control that never shows the fault has failed.
    for (let attempt = 0; attempt < controlAttempts && control[shownBy] === 0; attempt += 1) {
      control = sum(control, await watched(fault, "off", effort.controlFaults, seed + attempt, effort));
    }
    return { ...told, tookMs: performance.now() - startedMs, guarded, control };
  } catch (error) {
    killAllWorkers();
    const failure = error instanceof Error ? error.message : String(error);
    return { ...told, tookMs: performance.now() - startedMs, failure, ...(guarded && { guarded }) };
  }
}

async function watched(fault: Fault, guard: Guard, faults: number, seed: number, effort: Effort): Promise<Tally> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fault-"));
  fs.chmodSync(folder, 0o755);
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`nothing happened for ${effort.stallMs / 1000} s (guard ${guard})`));
    timer = setTimeout(fail, effort.stallMs);
  });
  const running = fault.run({
    ...{ guard, faults, seed, folder },
    random: seeded(seed),
    progress(soFar) {
      timer?.refresh();
      effort.progress(guard, soFar);
    },
  });
  running.catch(() => {}); // after a stall nobody waits for it
  try {
    return await Promise.race([running, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
