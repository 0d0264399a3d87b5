import { isPast } from "../confirmation/confirmation.js";
import { readConfirmation } from "../confirmation/read.js";
import type { Parts } from "./parts.js";
import { firstOf, pause } from "./pause.js";

const firstPauseMs = 25;
const longestPauseMs = 250;

type Asking = Pick<Parts, "platform" | "running" | "shutdown">;

/** Waits for records to change: one poller per record and process, however many calls wait. */
export class Waiting {
  readonly #parts: Asking;
  readonly #isOpen: (id: string) => Promise<boolean>;
  readonly #pollers = new Map<string, { ended: Promise<void>; waiters: number }>();

  /** `isOpen`: may what is waited for still come? */
  constructor(parts: Asking, isOpen: (id: string) => Promise<boolean>) {
    this.#parts = parts;
    this.#isOpen = isOpen;
  }

  /** Ends when it seems to have come, after the time-out, or when the signal aborts. */
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
    const { platform, shutdown } = this.#parts;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await pause(platform, pauseMs);
      if (poller.waiters === 0 || shutdown.aborted || !(await this.#isOpen(id))) return;
    }
  }
}

/** Is this operation running? */
export const isRunning =
  ({ store }: Pick<Parts, "store">) =>
  async (id: string): Promise<boolean> => {
    const record = await store.get(id);
    const confirmation = record && readConfirmation(record);
    return confirmation?.state.status === "in_flight" && !isPast(confirmation);
  };
