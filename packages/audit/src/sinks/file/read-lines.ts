import path from "node:path";
import { headOf } from "../../entry/read-entry.js";
import type { Disk } from "./disk.js";
import { type LogFile, logFilesIn } from "./file-name.js";

const newline = 0x0a;
const chunkBytes = 256 * 1024;

/**
 * The lines of a log as they lie there, each with its newline; what is torn at the end comes last, without one. Takes no
 * lock: others may append meanwhile. Files that are begun meanwhile are read too.
 */
export async function* readLines(disk: Disk, folder: string, fromSeq: number): AsyncGenerator<Uint8Array> {
  const done = new Set<string>();
  for (;;) {
    const next = startingAt(logFilesIn(await disk.names(folder)), fromSeq).find(({ name }) => !done.has(name));
    if (next === undefined) return;
    const isFirst = done.size === 0;
    done.add(next.name);
    for await (const line of linesOf(disk, path.join(folder, next.name))) {
      if (!isFirst || !isBefore(line, next, fromSeq)) yield line;
    }
  }
}

/** The files from the last one on that begins at or before this entry. */
function startingAt(files: readonly LogFile[], fromSeq: number): readonly LogFile[] {
  const index = files.findLastIndex(({ firstSeq }) => firstSeq <= fromSeq);
  return files.slice(Math.max(0, index));
}

/** What is no line of a log is nobody's number, and is told. */
function isBefore(line: Uint8Array, { firstSeq }: LogFile, fromSeq: number): boolean {
  if (fromSeq <= firstSeq) return false;
  const head = headOf(line);
  return head !== undefined && head.seq < fromSeq;
}

async function* linesOf(disk: Disk, file: string): AsyncGenerator<Uint8Array> {
  const open = await disk.open(file, "read");
  try {
    let rest: Uint8Array = new Uint8Array();
    let at = 0;
    for (;;) {
      const chunk = await open.read(at, chunkBytes);
      if (chunk.length === 0) break;
      at += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const piece = chunk.subarray(start, end + 1);
        yield rest.length === 0 ? piece : Buffer.concat([rest, piece]);
        rest = new Uint8Array();
        start = end + 1;
      }
      if (start < chunk.length) rest = Buffer.concat([rest, chunk.subarray(start)]);
    }
    if (rest.length > 0) yield rest;
  } finally {
    await open.close();
  }
}
