import type { Effect } from "./effect.js";
import type { Observer } from "./observer.js";

export interface NumberOptions {
  readonly name: string;
  /** What the number counts, for the report. */
  readonly watches: string;
  readonly effect: Extract<Effect, "work" | "usage" | "write">;
  read(): Promise<number>;
}

/** Watches one number, such as the depth of a queue or a counter of usage. */
export function numberObserver({ name, watches, effect, read }: NumberOptions): Observer {
  return {
    name,
    watches,
    kind: "events",
    async snapshot() {
      return { records: new Map([[name, { effect, value: { count: await read() } }]]) };
    },
  };
}

/** How many jobs wait. A queue that workers empty meanwhile needs its jobs observed instead. */
export const queueDepth = (name: string, read: () => Promise<number>): Observer =>
  numberObserver({ name, watches: `the depth of the queue ${name}`, effect: "work", read });

/** What was used, and perhaps billed. */
export const usageCounter = (name: string, read: () => Promise<number>): Observer =>
  numberObserver({ name, watches: `the usage counter ${name}`, effect: "usage", read });
