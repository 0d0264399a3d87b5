import path from "node:path";
import type { Disk, OpenFile } from "./disk.js";
import { type FileLimits, fileNameOf, isFull, type LogFile, logFilesIn } from "./file-name.js";
import type { Tail } from "./tail.js";

interface LogWriterOptions extends FileLimits {
  readonly folder: string;
  readonly disk: Disk;
  readonly fsync: boolean;
  nowMs(): number;
}

/** Writes lines at the end of a log that nobody else writes to meanwhile. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  #open: { readonly name: string; readonly file: OpenFile } | undefined;
  /** The file of which we know that its name is on the disk. */
  #named: string | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
  }

  /**
   * All lines, on the disk when it resolves; if it rejects, the tail has to be read again.
   *
   * @returns where the log ends then.
   */
  async write(tail: Tail, lines: readonly string[], firstSeq: number): Promise<Tail> {
    const bytes = Buffer.from(lines.join(""));
    const lastLine = Buffer.from(lines.at(-1) ?? "");
    if (tail.file !== undefined && tail.torn !== undefined) {
      await this.#overTorn(tail.file, tail.endBytes, bytes);
      return { file: tail.file, endBytes: tail.endBytes + bytes.length, lastLine, torn: undefined };
    }
    const { file, sizeBytes } = await this.#fileFor(tail, bytes.length, firstSeq);
    const { file: open } = await this.#opened(file.name);
    try {
      await writeAll(bytes, (rest) => open.append(rest));
      await this.#sync(open);
    } catch (error) {
      // Half a batch is cut off again. Where even that fails, what is left is found by whoever reads the tail.
      await open.truncate(sizeBytes).catch(() => {});
      throw error;
    }
    return { file, endBytes: sizeBytes + bytes.length, lastLine, torn: undefined };
  }

  /** Lets go of the open file: another process may go on with another one. */
  async forget(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.file.close().catch(() => {}); // what was to be kept was synced
  }

  /**
   * Over the torn rest rather than behind it or in place of it: until the line that reports it is whole, there is
   * something torn to be reported, however often this is broken off.
   */
  async #overTorn({ name }: LogFile, from: number, bytes: Buffer): Promise<void> {
    await this.forget();
    const { folder, disk } = this.#options;
    const file = await disk.open(path.join(folder, name), "overwrite");
    try {
      let at = from;
      await writeAll(bytes, async (rest) => {
        const taken = await file.writeAt(at, rest);
        at += taken;
        return taken;
      });
      await file.truncate(at);
      await this.#sync(file);
      await this.#name(name);
    } finally {
      await file.close();
    }
  }

  async #fileFor({ file, endBytes }: Tail, bytes: number, firstSeq: number) {
    const { nowMs } = this.#options;
    const more = { bytes, nowMs: nowMs() };
    if (file !== undefined) {
      const current = { sizeBytes: endBytes, begunAtMs: file.begunAtMs };
      if (!isFull(current, more, this.#options)) return { file, sizeBytes: endBytes };
      // A process that died may not have synced it, and what comes after must not outlive what came before.
      await this.#sync((await this.#opened(file.name)).file);
      await this.forget();
    }
    const [made] = logFilesIn([fileNameOf(firstSeq, more.nowMs)]);
    if (made === undefined) throw new RangeError(`No file can begin with entry ${firstSeq}.`);
    return { file: made, sizeBytes: 0 };
  }

  async #opened(name: string) {
    if (this.#open?.name !== name) {
      await this.forget();
      const { folder, disk } = this.#options;
      this.#open = { name, file: await disk.open(path.join(folder, name), "append") };
      await this.#name(name);
    }
    return this.#open;
  }

  /** Whoever made the file may have died before its name was on the disk. */
  async #name(name: string): Promise<void> {
    if (!this.#options.fsync || this.#named === name) return;
    await this.#options.disk.syncFolder(this.#options.folder);
    this.#named = name;
  }

  #sync = async (file: OpenFile): Promise<void> => (this.#options.fsync ? file.sync() : undefined);
}

/** A disk may take a part, and fail at the rest. */
async function writeAll(bytes: Buffer, write: (rest: Buffer) => Promise<number>): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const taken = await write(bytes.subarray(done));
    if (taken <= 0) throw Object.assign(new Error("the disk took nothing"), { code: "ENOSPC" });
    done += taken;
  }
}
