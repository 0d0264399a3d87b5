import type { Cancel } from "@holdpoint/tier2-core";

/** Turns of the event loop that a chain of promises gets to settle; more than one for code that waits for a turn itself. */
const settlingTurns = 5;

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * A clock that stands still until a test moves it: for a store (`nowMs`) and for the engine (`monotonicMs`,
 * `after`), in milliseconds. Its two readings start apart, so that a test notices code which compares the
 * store's clock with the process's.
 */
export class ManualClock {
  readonly #startMs: number;
  readonly #timers = new Set<Timer>();
  #elapsedMs = 0;
  #advancing: Promise<void> = Promise.resolve();

  constructor(startMs = 1_000_000_000_000) {
    this.#startMs = startMs;
  }

  nowMs(): number {
    return this.#startMs + this.#elapsedMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  /** Runs once when the clock has been moved by `delayMs`; with 0, at the next `advance`, even by 0. */
  after(delayMs: number, run: () => void): Cancel {
    const timer = { dueMs: this.#elapsedMs + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /**
   * Moves the time on, stopping at each timer that falls due on the way, those set meanwhile included. Before
   * and after each, what waits for a promise gets to run. Rejects if a timer throws; the time then stands
   * where it threw. Calls that overlap run one after the other.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError(`A clock never goes back: advance(${ms})`);
    const advanced = this.#advancing.then(() => this.#moveTo(this.#elapsedMs + ms));
    this.#advancing = advanced.catch(() => {});
    await advanced;
  }

  async #moveTo(targetMs: number): Promise<void> {
    await settle();
    for (let timer = this.#next(targetMs); timer; timer = this.#next(targetMs)) {
      this.#timers.delete(timer);
      this.#elapsedMs = timer.dueMs;
      timer.run();
      await settle();
    }
    this.#elapsedMs = targetMs;
    await settle();
  }

  /** The earliest timer due by then; of two due together, the one set first. */
  #next(byMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= byMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < settlingTurns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
