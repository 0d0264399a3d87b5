import type { Checkpoint, Policy } from "./policy.js";

/** The later, the more is known when a person looks; and a pause of its own is more than one that lends its place. */
const strictestFirst = ["after", "before", "instead"] as const satisfies readonly Checkpoint[];

/** One pause for all policies that apply, so that nobody is asked about the same risk once for each of them. */
export const checkpointOf = (matched: readonly Policy[]): Checkpoint | undefined =>
  strictestFirst.find((one) => matched.some(({ checkpoint }) => checkpoint === one));
