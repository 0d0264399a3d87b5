import type { Tally } from "./tally.js";

/** Whether what protects against a fault is on. Every run is made beside one with it off, which must show the fault. */
export type Guard = "on" | "off";

/** One run of a fault: so many times, under one seed. */
export interface Run {
  readonly guard: Guard;
  /** How often it is made to happen. */
  readonly faults: number;
  readonly seed: number;
  /** What the seed decides: instants and durations. */
  random(): number;
  /** Where this run may put files. */
  readonly folder: string;
  /** Called after each fault, with what is known by then. */
  progress(soFar: Tally): void;
}

/** A fault on a store that it applies to. */
export interface Fault {
  /** For `--only`: the store and the fault, in kebab-case. */
  readonly name: string;
  readonly store: string;
  readonly fault: string;
  /** What the control does without, in a few words. */
  readonly without: string;
  /** By what the control shows the fault. */
  readonly shownBy: "doubled" | "lost" | "inDoubt";
  /** How often in the short form, in the long one, and in the control. */
  readonly times: { readonly short: number; readonly long: number; readonly control: number };
  run(run: Run): Promise<Tally>;
}
