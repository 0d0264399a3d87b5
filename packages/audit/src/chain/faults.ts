/** What can be wrong with a log, and what that says. */
export const faults = {
  altered: "bytes of this entry were changed after it was written",
  missing: "entries that stood here were taken out",
  reordered: "this entry stands before one that it was written after",
  duplicated: "this entry stands in the log twice",
  truncated: "the log ends before the checkpoint: entries that had been written were cut off its end",
  foreign: "this entry belongs to another log",
  forked: "this entry was not written after the one before it: the log was continued from another state, or rewritten",
  torn: "the last line was never written to its end: no append was acknowledged with it, and the next one cuts it off",
} as const;

export type Fault = keyof typeof faults;
