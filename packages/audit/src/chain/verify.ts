import type { Checkpoint } from "../checkpoint/checkpoint.js";
import type { ChainedEntry } from "../entry/read-entry.js";
import type { Head } from "../sink.js";
import { faultOf, lookElsewhere } from "./diagnose.js";
import { type Fault, faults } from "./faults.js";
import { type Break, isBreak, Walk } from "./walk.js";

export type Verdict =
  | {
      readonly ok: true;
      /** Null: there is no entry. */
      readonly head: Head | null;
      /** The largest checkpoint that the log agrees with. */
      readonly checkpoint?: Checkpoint;
    }
  | {
      readonly ok: false;
      readonly fault: Fault;
      /** What is wrong, in a sentence. */
      readonly problem: string;
      /** The first bad entry, and its line; that there is none, if the log ends before it. */
      readonly seq: number;
      readonly line: number;
      /** Up to there it is intact. */
      readonly intactUpTo: Head | null;
    };

export interface VerifyOptions {
  /** Signed ones, whose signatures were checked: without any, a log that was cut at its end or rewritten whole is intact. */
  readonly checkpoints?: readonly Checkpoint[];
  /** Each entry that is intact and in its place. */
  onEntry?(entry: ChainedEntry): void;
  /** After each line. */
  onLine?(bytes: number): void;
}

/**
 * Reads a log from its first entry to its last, and judges it as strictly as it was written. Holds one line at a time. `read`
 * is called once more for a broken log, to tell what is wrong with it.
 */
export async function verifyLog(
  read: () => AsyncIterable<Uint8Array>,
  { checkpoints = [], onEntry, onLine }: VerifyOptions = {},
): Promise<Verdict> {
  const walk = new Walk();
  const bySize = new Map<number, Checkpoint[]>();
  for (const each of checkpoints) bySize.set(each.size, [...(bySize.get(each.size) ?? []), each]);
  let lines = 0;
  for await (const line of read()) {
    lines += 1;
    onLine?.(line.length);
    const step = walk.next(line);
    if (isBreak(step)) return broken(step, faultOf(step, await lookElsewhere(read(), step)));
    onEntry?.(step);
    for (const checkpoint of bySize.get(step.seq) ?? []) {
      if (checkpoint.log !== step.log) return contradicted("foreign", checkpoint, lines, walk.head);
      if (checkpoint.head !== step.hash) return contradicted("forked", checkpoint, lines, walk.head);
    }
  }
  const size = walk.head?.seq ?? 0;
  const beyond = checkpoints.find((checkpoint) => checkpoint.size > size);
  if (beyond !== undefined) {
    const isOther = walk.head !== null && walk.head.log !== beyond.log;
    return contradicted(isOther ? "foreign" : "truncated", { ...beyond, size: size + 1 }, lines + 1, walk.head);
  }
  const largest = checkpoints.reduce<Checkpoint | undefined>(
    (most, each) => (most === undefined || each.size > most.size ? each : most),
    undefined,
  );
  return { ok: true, head: walk.head, ...(largest && { checkpoint: largest }) };
}

const broken = ({ seq, line, after }: Break, fault: Fault): Verdict => ({
  ok: false,
  fault,
  problem: faults[fault],
  seq,
  line,
  intactUpTo: after,
});

/** What a checkpoint says is not what is there: nothing before it can be told from what was there. */
const contradicted = (fault: Fault, { size }: Pick<Checkpoint, "size">, line: number, head: Head | null): Verdict => ({
  ok: false,
  fault,
  problem: `${faults[fault]} (as a signed checkpoint shows)`,
  seq: size,
  line,
  intactUpTo: fault === "truncated" ? head : null,
});
