import { platform } from "../../src/platform.js";
import type { Platform } from "../../src/ports.js";

export interface ManualPlatform extends Platform {
  /** Runs what is due, in order, and what that makes due. */
  advance(ms: number): void;
  /** Timers that were started and neither ran nor were cancelled. */
  readonly open: number;
}

/** Time passes when the test says so. */
export function manualPlatform(): ManualPlatform {
  let nowMs = 0;
  const timers = new Map<symbol, { dueMs: number; run: () => void }>();
  const after = (delayMs: number, run: () => void) => {
    const id = Symbol("timer");
    timers.set(id, { dueMs: nowMs + delayMs, run });
    return () => void timers.delete(id);
  };
  return {
    ...platform,
    monotonicMs: () => nowMs,
    after,
    inBackground: after,
    advance(ms) {
      nowMs += ms;
      for (;;) {
        const [due] = [...timers].filter(([, { dueMs }]) => dueMs <= nowMs).sort(([, a], [, b]) => a.dueMs - b.dueMs);
        if (due === undefined) return;
        timers.delete(due[0]);
        due[1].run();
      }
    },
    get open() {
      return timers.size;
    },
  };
}
