import { canonicalText } from "../entry/canonical-text.js";
import { type Entry, entryVersion } from "../entry/entry.js";
import { writeLine } from "../entry/line.js";
import type { Head } from "../sink.js";
import { beforeFirst } from "./hash.js";

type Place = "v" | "log" | "seq";
/** What an entry says before it has its place in a log. */
export type Unplaced = Entry extends infer E ? (E extends Entry ? Omit<E, Place> : never) : never;

/** Its place is an argument, since what is encrypted is bound to it. */
export type Placing = (place: Pick<Entry, Exclude<Place, "v">>) => Unplaced;

export interface SealedLines {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
  /** The head of the log once they are written; null if that is empty still. */
  readonly head: Head | null;
}

/** The lines of these entries after the head. `newLogId` names the log if it is empty. */
export function seal(after: Head | null, placings: readonly Placing[], newLogId: () => string): SealedLines {
  const lines: string[] = [];
  const hashes: string[] = [];
  let head = after;
  for (const placing of placings) {
    const log: string = head?.log ?? newLogId();
    const seq = (head?.seq ?? 0) + 1;
    const entry = canonicalText({ v: entryVersion, log, seq, ...placing({ log, seq }) });
    const { line, hash } = writeLine(entry, head?.hash ?? beforeFirst);
    lines.push(line);
    hashes.push(hash);
    head = { log, seq, hash };
  }
  return { lines, hashes, head };
}
