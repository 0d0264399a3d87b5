import type { Store } from "@holdpoint/tier2-core";

/** What `open` gives for one check: an empty store, and the powers that its backend has over it. */
export interface OpenedStore {
  readonly store: Store;
  /** Moves the store's clock on by whole milliseconds. Without it the suite really waits, a moment each time. */
  readonly advanceMs?: (ms: number) => void | Promise<void>;
  /** Does to the history what a failover does, and keeps the records. */
  readonly changeHistory?: () => void | Promise<void>;
  /** From now on the store answers no call, as if its server were gone. */
  readonly goAway?: () => void | Promise<void>;
  /** Called when the check has ended, however it ended. */
  readonly close?: () => void | Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;

/**
 * What a backend says about itself, each with its reason. The reason takes the place of the checks that do not
 * apply, beside a check that the declaration is true as far as it can be seen.
 */
export interface Declared {
  /** Why its history cannot change, so that `changeHistory` is missing. */
  readonly historyNeverChanges?: string;
  /** Why it cannot be away, so that `goAway` is missing. */
  readonly neverAway?: string;
}

/** A power that some checks need, and the declaration of a backend that lacks it. */
export const declarationFor = {
  changeHistory: "historyNeverChanges",
  goAway: "neverAway",
} as const satisfies Partial<Record<keyof OpenedStore, keyof Declared>>;

export type Power = keyof typeof declarationFor;
