import path from "node:path";
import type { Disk, OpenFile } from "../../../src/sinks/file/disk.js";

interface Content {
  /** As processes see it. */
  seen: Buffer;
  /** As it was when it was last synced. */
  kept: Buffer;
}

/** What a power cut leaves of what was not synced: of the end of a file, and of a name. */
export interface Chance {
  readonly ofEnd: "nothing" | "half" | "zeros" | "all";
  readonly ofName: boolean;
}

/**
 * A disk in memory that keeps what was synced, and of everything else what it likes. Power cuts cannot be had otherwise:
 * what a killed process has written is still in the system's memory.
 */
export class ForgetfulDisk implements Disk {
  #seen = new Map<string, Content>();
  #kept = new Map<string, Content>();

  /** The disk as it is after a power cut; `chance` is asked for each file. */
  cut(chance: () => Chance): void {
    const after = new Map<string, Content>();
    for (const [name, content] of [...this.#kept, ...this.#seen]) {
      const { ofEnd, ofName } = chance();
      if (!this.#kept.has(name) && !ofName) continue;
      const { seen, kept } = content;
      const isLonger = seen.length > kept.length;
      const more = isLonger ? seen.subarray(kept.length) : Buffer.alloc(0);
      const left = {
        nothing: () => kept,
        half: () => (isLonger ? Buffer.concat([kept, more.subarray(0, more.length / 2)]) : kept),
        zeros: () => Buffer.concat([kept, Buffer.alloc(more.length)]),
        all: () => seen,
      }[ofEnd]();
      after.set(name, { seen: left, kept: left });
    }
    this.#seen = new Map(after);
    this.#kept = after;
  }

  makeFolder = async () => {};
  kindOf = async () => undefined;

  names = async (folder: string): Promise<string[]> =>
    [...this.#seen.keys()].filter((name) => path.dirname(name) === folder).map((name) => path.basename(name));

  open = async (name: string, how: "append" | "overwrite" | "read"): Promise<OpenFile> => {
    if (!this.#seen.has(name) && how === "append") {
      this.#seen.set(name, { seen: Buffer.alloc(0), kept: Buffer.alloc(0) });
    }
    const content = this.#seen.get(name) as Content;
    const writeAt = async (from: number, bytes: Uint8Array) => {
      const end = content.seen.subarray(from + bytes.length);
      content.seen = Buffer.concat([content.seen.subarray(0, from), bytes, end]);
      return bytes.length;
    };
    return {
      size: async () => content.seen.length,
      read: async (from, bytes) => content.seen.subarray(from, from + bytes),
      append: (bytes) => writeAt(content.seen.length, bytes),
      writeAt,
      async truncate(size) {
        content.seen = content.seen.subarray(0, size);
      },
      async sync() {
        content.kept = content.seen;
      },
      async close() {},
    };
  };

  syncFolder = async (folder: string): Promise<void> => {
    for (const name of await this.names(folder)) {
      const file = path.join(folder, name);
      this.#kept.set(file, this.#seen.get(file) as Content);
    }
  };

  // Of the lock alone, which these tests do without.
  readText = async () => undefined;
  writeText = async () => {};
  link = async () => true;
  renameFolder = async () => true;
  remove = async () => {};
  removeFolder = async () => {};
}
