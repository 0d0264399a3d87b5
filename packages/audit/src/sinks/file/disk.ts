import { constants } from "node:fs";
import fs from "node:fs/promises";

/** An open file. A write may take fewer bytes than it was given, as on a disk that is almost full. */
export interface OpenFile {
  size(): Promise<number>;
  /** At most so many bytes from there on; fewer only at the end. */
  read(from: number, bytes: number): Promise<Buffer>;
  append(bytes: Uint8Array): Promise<number>;
  writeAt(from: number, bytes: Uint8Array): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Resolves when the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** All that the file sink asks of a file system, one step a function: tests stop, fail or forget any of them. */
export interface Disk {
  makeFolder(path: string): Promise<void>;
  /** The number of the kind of file system that a folder lies on, on systems that have such numbers. */
  kindOf(folder: string): Promise<number | undefined>;
  /** Empty if there is no such folder. */
  names(folder: string): Promise<string[]>;
  open(path: string, how: "append" | "overwrite" | "read"): Promise<OpenFile>;
  /** Resolves when the names in the folder are on the disk. */
  syncFolder(folder: string): Promise<void>;
  /** Undefined if there is no such file. */
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
  /** A second name of a file; false if the name is taken. Atomic. */
  link(from: string, to: string): Promise<boolean>;
  /** False if there is a folder of that name with something in it. Atomic. */
  renameFolder(from: string, to: string): Promise<boolean>;
  /** Whether or not it is there. */
  remove(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
}

const { O_APPEND, O_CREAT, O_RDONLY, O_RDWR } = constants;
const flags = { append: O_RDWR | O_APPEND | O_CREAT, overwrite: O_RDWR, read: O_RDONLY } as const;

/** A log tells who did what: of other users it is nobody's business. */
const fileMode = 0o600;
const folderMode = 0o700;

export const nodeDisk: Disk = {
  async makeFolder(path) {
    await fs.mkdir(path, { recursive: true, mode: folderMode });
  },
  kindOf: async (folder) => (process.platform === "linux" ? (await fs.statfs(folder)).type : undefined),
  names: (folder) => orIf(fs.readdir(folder), "ENOENT", []),
  async open(path, how) {
    const handle = await fs.open(path, flags[how], fileMode);
    return {
      size: async () => (await handle.stat()).size,
      async read(from, bytes) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, from);
        return buffer.subarray(0, bytesRead);
      },
      append: async (bytes) => (await handle.write(bytes)).bytesWritten,
      writeAt: async (from, bytes) => (await handle.write(bytes, 0, bytes.length, from)).bytesWritten,
      truncate: (size) => handle.truncate(size),
      sync: () => handle.datasync(),
      close: () => handle.close(),
    };
  },
  async syncFolder(folder) {
    if (process.platform === "win32") return; // has no way to, and no need: NTFS journals its names
    const handle = await fs.open(folder, O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  readText: (path) => orIf(fs.readFile(path, "utf8"), "ENOENT", undefined),
  writeText: (path, text) => fs.writeFile(path, text, { mode: fileMode }),
  link: (from, to) => orIf(fs.link(from, to).then(isDone), "EEXIST", false),
  renameFolder: (from, to) =>
    orIf(orIf(orIf(fs.rename(from, to).then(isDone), "ENOTEMPTY", false), "EEXIST", false), "EPERM", false),
  remove: (path) => orIf(fs.unlink(path), "ENOENT", undefined),
  removeFolder: (path) => fs.rm(path, { recursive: true, force: true }),
};

const isDone = () => true;

async function orIf<T, U>(answer: Promise<T>, code: string, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return otherwise;
    throw error;
  }
}
