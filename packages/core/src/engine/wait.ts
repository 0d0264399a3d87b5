import { isPast } from "../confirmation/confirmation.js";
import { readConfirmation } from "../confirmation/read.js";
import type { Parts } from "./parts.js";
import { firstOf, pause } from "./pause.js";

const firstPauseMs = 25;
const longestPauseMs = 250;

/** Waits for running operations: one poller per record and process, however many duplicates wait. */
export class Waiting {
  readonly #parts: Pick<Parts, "store" | "platform" | "running" | "shutdown">;
  readonly #pollers = new Map<string, { ended: Promise<void>; waiters: number }>();

  constructor(parts: Pick<Parts, "store" | "platform" | "running" | "shutdown">) {
    this.#parts = parts;
  }

  /** Ends when the operation seems to have ended, after the time-out, or when the signal aborts. */
  async until(id: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    const here = this.#parts.running.get(id);
    if (here !== undefined) return firstOf(this.#parts.platform, here, timeoutMs, signal);
    const poller = this.#pollers.get(id) ?? this.#start(id);
    poller.waiters += 1;
    try {
      await firstOf(this.#parts.platform, poller.ended, timeoutMs, signal);
    } finally {
      poller.waiters -= 1;
    }
  }

  #start(id: string): { ended: Promise<void>; waiters: number } {
    const poller = { waiters: 0, ended: Promise.resolve() };
    this.#pollers.set(id, poller);
    poller.ended = this.#poll(id, poller).finally(() => this.#pollers.delete(id));
    poller.ended.catch(() => {}); // each waiter asks the store itself afterwards and hears the error there
    return poller;
  }

  async #poll(id: string, poller: { waiters: number }): Promise<void> {
    const { platform, store, shutdown } = this.#parts;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await pause(platform, pauseMs);
      if (poller.waiters === 0 || shutdown.aborted) return;
      const record = await store.get(id);
      if (record === null) return;
      const confirmation = readConfirmation(record);
      if (confirmation.state.status !== "in_flight" || isPast(confirmation)) return;
    }
  }
}
