import type { Head } from "../sink.js";
import { canonicalText } from "./canonical-text.js";
import { type Entry, entryVersion, kinds } from "./entry.js";
import { isIntact, type LineParts, readLine } from "./line.js";

/** An entry with its place in the chain. */
export interface ChainedEntry extends Head {
  readonly prev: string;
  readonly entry: Entry;
}

/**
 * An intact line, read as strictly as it was written: the bytes of its entry must be the one text of what they say.
 * Undefined: it is none.
 */
export function readEntry(line: Uint8Array): ChainedEntry | undefined {
  const parts = readLine(line);
  const entry = parts && isIntact(parts) ? entryOf(parts) : undefined;
  return parts && entry && { log: entry.log, seq: entry.seq, hash: parts.hash, prev: parts.prev, entry };
}

/** For a sink: the head after this line, undefined if it is no intact one. */
export function headOf(line: Uint8Array): Head | undefined {
  const read = readEntry(line);
  return read && { log: read.log, seq: read.seq, hash: read.hash };
}

/** The text of an entry alone, as strictly. */
export const readEntryText = (text: string): Entry | undefined => entryIn(Buffer.from(text));

const entryOf = ({ entry }: LineParts): Entry | undefined =>
  entryIn(Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength));

function entryIn(bytes: Buffer): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(bytes.toString("utf8"));
    // Bytes that are no UTF-8 become others on the way back.
    return isEntry(entry) && bytes.equals(Buffer.from(canonicalText(entry))) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { v, log, seq, atMs, kind, ...rest } = value as Record<string, unknown>;
  const [content, ...others] = Object.keys(rest);
  return (
    v === entryVersion &&
    typeof log === "string" &&
    log !== "" &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 1 &&
    Number.isSafeInteger(atMs) &&
    (kinds as readonly unknown[]).includes(kind) &&
    others.length === 0 &&
    ((content === "body" && isObject(rest.body)) || (content === "sealed" && isSealed(rest.sealed)))
  );
}

const sealedMembers = ["data", "digest", "iv", "keyId", "tag"];

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSealed = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).sort().join() === sealedMembers.join() &&
  Object.values(value).every((text) => typeof text === "string");
