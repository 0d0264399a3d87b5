import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { writeEffect } from "./credential-name.js";
import type { Observer, Seen } from "./observer.js";

export interface DirectoryOptions {
  readonly name?: string;
  readonly path: string;
  /** Files and folders, relative to it, that are not looked at. */
  readonly ignore?: readonly string[];
  readonly maxFiles?: number;
}

/** A folder with this file in it may be lost. */
export const disposableFile = ".tier2-probe-disposable";
const maxTextBytes = 256 * 1024;

/** Watches a tree of files: their content, kind, permissions, and the time of their last write. */
export function directory({ name = "files", path: root, ignore = [], maxFiles = 10_000 }: DirectoryOptions): Observer {
  const left = new Set([disposableFile, ...ignore.map((each) => path.normalize(each))]);
  return {
    name,
    watches: `the directory ${root}`,
    kind: "state",
    async snapshot() {
      const records = new Map<string, Seen>();
      const full = await walk(root, "", left, records, maxFiles);
      return { records, ...(!full && { incomplete: `${root} has more than ${maxFiles} files` }) };
    },
    async isDisposable() {
      const marked = await fs.stat(path.join(root, disposableFile)).then(
        () => true,
        () => false,
      );
      return marked ? { ok: true } : { ok: false, mark: `a file named ${disposableFile} in ${root}` };
    },
  };
}

async function walk(
  root: string,
  below: string,
  left: ReadonlySet<string>,
  records: Map<string, Seen>,
  max: number,
): Promise<boolean> {
  const entries = await fs.readdir(path.join(root, below), { withFileTypes: true }).catch(absent);
  for (const entry of entries ?? []) {
    const file = path.join(below, entry.name);
    if (left.has(file)) continue;
    if (records.size >= max) return false;
    const seen = await look(path.join(root, file), file).catch(absent);
    if (seen !== undefined) records.set(file.replaceAll(path.sep, "/"), seen);
    if (entry.isDirectory() && !(await walk(root, file, left, records, max))) return false;
  }
  return true;
}

async function look(file: string, record: string): Promise<Seen> {
  const stat = await fs.lstat(file);
  const effect = writeEffect(record);
  const mode = (stat.mode & 0o7777).toString(8);
  if (stat.isSymbolicLink()) return { effect, value: { type: "link", to: await fs.readlink(file) } };
  // A folder's own times move with its entries, which are seen themselves.
  if (!stat.isFile()) return { effect, value: { type: stat.isDirectory() ? "directory" : "other", mode } };
  const bytes = await fs.readFile(file);
  const sha256 = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const value = { type: "file", bytes: bytes.length, sha256, mode, mtimeMs: stat.mtimeMs };
  return { effect, value, ...(bytes.length <= maxTextBytes && { units: unitsOf(bytes.toString()) }) };
}

/** A file that is one JSON value is one unit, whatever its layout; any other is its lines. */
function unitsOf(text: string): readonly string[] {
  try {
    if (typeof JSON.parse(text) === "object") return [text];
  } catch {}
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** What vanished between two looks is gone, which the next look shows. Anything else is a broken world. */
function absent(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== "ENOENT") throw error;
}
