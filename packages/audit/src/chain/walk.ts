import { type ChainedEntry, readEntry } from "../entry/read-entry.js";
import type { Head } from "../sink.js";
import { beforeFirst } from "./hash.js";

/** Where a log stops being one, and what stands there. What it means is told by whoever has seen all of it (`diagnose.ts`). */
export interface Break {
  /** The line, counted from 1. */
  readonly line: number;
  /** The entry that must stand there: the first bad one. */
  readonly seq: number;
  /** Up to where everything is as it was written. */
  readonly after: Head | null;
  readonly found:
    | ({ readonly kind: "entry" } & ChainedEntry)
    /** Bytes that are no intact line. `isCut`: without the newline that ends one, and not for a changed last byte. */
    | { readonly kind: "no_line"; readonly bytes: number; readonly isCut: boolean };
}

const newline = 10;

/** Follows a chain line by line, and holds nothing but its head. */
export class Walk {
  head: Head | null = null;
  #lines = 0;

  /** The entry, if it follows. After a break there is no next. */
  next(line: Uint8Array): Break | ChainedEntry {
    this.#lines += 1;
    const found = readEntry(line);
    if (found === undefined) return this.#broken({ kind: "no_line", bytes: line.length, isCut: isCut(line) });
    if (!follows(found, this.head)) return this.#broken({ kind: "entry", ...found });
    this.head = { log: found.log, seq: found.seq, hash: found.hash };
    return found;
  }

  #broken(found: Break["found"]): Break {
    return { line: this.#lines, seq: (this.head?.seq ?? 0) + 1, after: this.head, found };
  }
}

export const isBreak = (step: Break | ChainedEntry): step is Break => "found" in step;

/** Is this the next one, of the same log, made after exactly that head? */
const follows = ({ log, seq, prev }: ChainedEntry, head: Head | null): boolean =>
  head === null ? seq === 1 && prev === beforeFirst : log === head.log && seq === head.seq + 1 && prev === head.hash;

/** An append that never ended leaves a beginning of a line. A whole line with another last byte was changed afterwards. */
function isCut(line: Uint8Array): boolean {
  if (line.at(-1) === newline) return false;
  const restored = Uint8Array.from(line);
  restored[restored.length - 1] = newline;
  return readEntry(restored) === undefined;
}
