/** One way of doing a group's job: ours, a peer's, or the bare server that nobody can beat. */
export interface Contestant {
  readonly name: string;
  /** Makes ready what `run(0)` … `run(operations - 1)` will use up. Not measured. */
  prepare?(operations: number): Promise<void>;
  /** One operation. An answer that is not the expected one throws: a fast wrong answer is no result. */
  run(index: number): Promise<void>;
}

/** What a group promises: `of` reaches at least `atLeast` times the throughput of `over`, at one concurrency. */
export interface Goal {
  readonly of: string;
  readonly over: string;
  readonly atLeast: number;
  readonly concurrency: number;
}

/** Contestants that do the same job on the same server, measured in turn. */
export interface Group {
  readonly name: string;
  readonly title: string;
  /** What one operation is, in a sentence for the table. */
  readonly operation: string;
  /** How many operations a trial has at this concurrency. */
  operations(concurrency: number): number;
  readonly goals: readonly Goal[];
  /** Starts what the group needs; `close` ends it. */
  open(): Promise<{ readonly contestants: readonly Contestant[]; close(): Promise<void> }>;
}
