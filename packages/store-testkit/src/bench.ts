import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "@holdpoint/tier2-core";
import type { OpenedStore, Power } from "./backend.js";

/** What a check works on. */
export interface Bench {
  readonly store: Store;
  /** Lets so many milliseconds pass on the store's clock: exactly, or, where the suite really waits, a bit more. */
  pass(ms: number): Promise<void>;
  /** A duration in which a few calls surely fit. */
  readonly roomMs: number;
  /** A year, or a moment where the suite really waits. */
  readonly longMs: number;
  changeHistory(): Promise<void>;
  goAway(): Promise<void>;
}

const yearMs = 365 * 24 * 3_600_000;
/** Two clocks round apart. */
const slackMs = 3;

export function benchOf(opened: OpenedStore): Bench {
  const { store, advanceMs } = opened;
  const use = async (power: Power) => {
    await opened[power]?.();
  };
  return {
    store,
    pass: async (ms) => {
      await (advanceMs ? advanceMs(ms) : wait(ms + slackMs));
    },
    roomMs: advanceMs ? 50 : 1_000,
    longMs: advanceMs ? yearMs : 50,
    changeHistory: () => use("changeHistory"),
    goAway: () => use("goAway"),
  };
}

/** A timer counts from when the event loop last looked at the clock, so after busy work it fires early. */
async function wait(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = untilMs - performance.now()) await sleep(leftMs);
}
