import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { killAllWorkers } from "../harness/worker-process.js";
import type { Fault, Guard, Run } from "./fault.js";
import type { Outcome } from "./outcome.js";
import { seeded, seedOf } from "./random.js";
import { none, sum, type Tally } from "./tally.js";

export interface Effort {
  readonly seed: number;
  readonly faults: number;
  readonly controlFaults: number;
  /** A run in which nothing more happens for so long has failed. */
  readonly stallMs: number;
  /** Told what is known so far. */
  progress(soFar: Outcome): void;
}

const controlAttempts = 3;

/** Runs the control of a fault, and then the fault with its guard on. */
export async function runFault(fault: Fault, effort: Effort): Promise<Outcome> {
  const { name, store, fault: title, without, shownBy } = fault;
  const seed = seedOf(effort.seed, name);
  const startedMs = performance.now();
  const told = { fault: { name, store, fault: title, without, shownBy }, seed };
  const known: { guarded?: Tally; control?: Tally } = {};
  const outcome = (): Outcome => ({ ...told, ...known, tookMs: performance.now() - startedMs });
  const runSo = (guard: Guard, faults: number, keep: (soFar: Tally) => void, seedOfRun = seed) =>
    watched(fault, { guard, faults, seed: seedOfRun }, effort.stallMs, (soFar) => {
      keep(soFar);
      effort.progress(outcome());
    });
  try {
    let shown = none;
    // On a busy machine a process may be done before it is struck. Only a control that never shows the fault has failed.
    for (let attempt = 0; attempt < controlAttempts && shown[shownBy] === 0; attempt += 1) {
      const before = shown;
      const keep = (soFar: Tally) => {
        shown = sum(before, soFar);
        known.control = shown;
      };
      await runSo("off", effort.controlFaults, keep, seed + attempt);
    }
    await runSo("on", effort.faults, (soFar) => {
      known.guarded = soFar;
    });
    return outcome();
  } catch (error) {
    killAllWorkers();
    return { ...outcome(), failure: error instanceof Error ? error.message : String(error) };
  }
}

async function watched(
  fault: Fault,
  { guard, faults, seed }: Pick<Run, "guard" | "faults" | "seed">,
  stallMs: number,
  progress: (soFar: Tally) => void,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fault-"));
  fs.chmodSync(folder, 0o755);
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`nothing happened for ${stallMs / 1000} s (guard ${guard})`));
    timer = setTimeout(fail, stallMs);
  });
  const running = fault.run({
    ...{ guard, faults, seed, folder },
    random: seeded(seed),
    progress(soFar) {
      timer?.refresh();
      progress(soFar);
    },
  });
  running.catch(() => {}); // after a stall nobody waits for it
  try {
    await Promise.race([running, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
