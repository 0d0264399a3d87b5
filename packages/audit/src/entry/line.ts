/**
 * One line of a log: `{"entry":{…},"hash":"…","prev":"…"}` and a newline, canonical as a whole. The entry stands between
 * texts of fixed lengths, so what is hashed is cut out of the bytes as they lie there: there is nothing to parse, and no
 * second way to write the same.
 */
import { chained, sha256 } from "../chain/hash.js";

const hashChars = 43;
const [beforeEntry, beforeHash, beforePrev, afterPrev] = ['{"entry":', ',"hash":"', '","prev":"', '"}\n'];
const tailChars = beforeHash.length + hashChars + beforePrev.length + hashChars + afterPrev.length;
const hashForm = /^[A-Za-z0-9_-]{43}$/;

/** A line taken apart. Whether it is what it says it is, is another question. */
export interface LineParts {
  /** The bytes of the entry alone. */
  readonly entry: Uint8Array;
  readonly hash: string;
  readonly prev: string;
}

/** The line of this entry after the one with the hash `prev`. */
export function writeLine(entry: string, prev: string): { readonly line: string; readonly hash: string } {
  const hash = chained(prev, sha256(entry));
  return { hash, line: `${beforeEntry}${entry}${beforeHash}${hash}${beforePrev}${prev}${afterPrev}` };
}

/** Undefined: it has not the form of a line. */
export function readLine(line: Uint8Array): LineParts | undefined {
  const entryEnd = line.length - tailChars;
  if (entryEnd <= beforeEntry.length) return undefined;
  // One character for each byte: beyond ASCII nothing is equal to what must stand there.
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const tail = text.toString("latin1", entryEnd);
  const hash = tail.slice(beforeHash.length, beforeHash.length + hashChars);
  const prevStart = beforeHash.length + hashChars + beforePrev.length;
  const prev = tail.slice(prevStart, prevStart + hashChars);
  const isFramed =
    text.toString("latin1", 0, beforeEntry.length) === beforeEntry &&
    tail === `${beforeHash}${hash}${beforePrev}${prev}${afterPrev}` &&
    hashForm.test(hash) &&
    hashForm.test(prev);
  return isFramed ? { entry: line.subarray(beforeEntry.length, entryEnd), hash, prev } : undefined;
}

/** Does the hash of the line follow from what it holds? */
export const isIntact = ({ entry, hash, prev }: LineParts): boolean => hash === chained(prev, sha256(entry));
