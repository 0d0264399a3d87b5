import type { Parts } from "./parts.js";
import { firstOf } from "./pause.js";

/**
 * Calls of one process with one token, one at a time: otherwise each duplicate would hold a connection of the pool while
 * it waits for the row, and few of them would keep everybody else out.
 */
export class Turns {
  readonly #parts: Pick<Parts, "platform">;
  readonly #taken = new Map<string, Promise<void>>();

  constructor(parts: Pick<Parts, "platform">) {
    this.#parts = parts;
  }

  /** The end of one's turn, or undefined if it did not come in time or the signal aborted. */
  async take(key: string, waitMs: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    const { platform } = this.#parts;
    const startedMs = platform.monotonicMs();
    for (let before = this.#taken.get(key); before !== undefined; before = this.#taken.get(key)) {
      const leftMs = waitMs - (platform.monotonicMs() - startedMs);
      if (leftMs <= 0 || signal?.aborted) return undefined;
      await firstOf(platform, before, leftMs, signal);
    }
    let end = () => {};
    const turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#taken.set(key, turn);
    return () => {
      this.#taken.delete(key);
      end();
    };
  }
}
