import { createHash } from "node:crypto";
import path from "node:path";
import type { Recovered } from "../../sink.js";
import type { Disk, OpenFile } from "./disk.js";
import { type LogFile, logFilesIn } from "./file-name.js";

/** Where a log ends. */
export interface Tail {
  /** The newest file; undefined in a log that has none. */
  readonly file: LogFile | undefined;
  /** Where its last whole line ends. */
  readonly endBytes: number;
  /** The last whole line of the log, with its newline. It may stand in an earlier file. */
  readonly lastLine: Uint8Array | undefined;
  /** What a crash has left behind it. */
  readonly torn: Recovered | undefined;
}

const newline = 0x0a;
const chunkBytes = 16 * 1024;

/** Reads from the end, so that the size of the log does not matter. */
export async function readTail(disk: Disk, folder: string): Promise<Tail> {
  const files = logFilesIn(await disk.names(folder));
  const newest = files.pop();
  if (newest === undefined) return { file: undefined, endBytes: 0, lastLine: undefined, torn: undefined };
  const end = await endOf(disk, path.join(folder, newest.name));
  let { lastLine } = end;
  for (let earlier = files.pop(); lastLine === undefined && earlier !== undefined; earlier = files.pop()) {
    ({ lastLine } = await endOf(disk, path.join(folder, earlier.name)));
  }
  return { file: newest, ...end, lastLine };
}

async function endOf(disk: Disk, file: string): Promise<Omit<Tail, "file">> {
  const open = await disk.open(file, "read");
  try {
    const sizeBytes = await open.size();
    const endBytes = (await lastNewline(open, sizeBytes)) + 1;
    const start = endBytes === 0 ? 0 : (await lastNewline(open, endBytes - 1)) + 1;
    const lastLine = endBytes === 0 ? undefined : await open.read(start, endBytes - start);
    return { endBytes, lastLine, torn: sizeBytes === endBytes ? undefined : await tornRest(open, endBytes, sizeBytes) };
  } finally {
    await open.close();
  }
}

/** Where the last line end before this place is; -1 if there is none. */
async function lastNewline(file: OpenFile, before: number): Promise<number> {
  for (let end = before; end > 0; ) {
    const start = Math.max(0, end - chunkBytes);
    const found = (await file.read(start, end - start)).lastIndexOf(newline);
    if (found >= 0) return start + found;
    end = start;
  }
  return -1;
}

async function tornRest(file: OpenFile, from: number, to: number): Promise<Recovered> {
  const hash = createHash("sha256");
  for (let at = from; at < to; at += chunkBytes) hash.update(await file.read(at, Math.min(chunkBytes, to - at)));
  return { bytes: to - from, digest: hash.digest("base64url") };
}
