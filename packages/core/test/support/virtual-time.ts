import { setImmediate } from "node:timers/promises";
import { type ManualPlatform, manualPlatform } from "./manual-platform.js";
import { WorldStore } from "./world-store.js";

/** Processes on one store, in a time that passes in steps. Every trip to the store takes as long as the test says. */
export class VirtualTime {
  readonly platform: ManualPlatform = manualPlatform();
  readonly store = new WorldStore();
  readonly #stepMs: number;

  constructor(tripMs: () => number, stepMs = 50) {
    this.#stepMs = stepMs;
    const { get, swap } = this.store;
    const trip = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.pause(tripMs());
      const answer = await work();
      await this.pause(tripMs());
      return answer;
    };
    this.store.get = (id) => trip(() => get(id));
    this.store.swap = (...given) => trip(() => swap(...given));
  }

  get nowMs(): number {
    return this.platform.monotonicMs();
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.platform.after(ms, resolve);
    });
  }

  /** Until all of it is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    while (!isDone) {
      for (let turn = 0; turn < 4; turn += 1) await setImmediate();
      this.platform.advance(this.#stepMs);
      this.store.nowMs += this.#stepMs;
    }
    return work;
  }
}
