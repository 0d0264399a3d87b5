import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Tier2Error } from "@holdpoint/tier2-core";
import { headOf } from "../../entry/read-entry.js";
import type { Head, Seal, Sink } from "../../sink.js";
import { type Disk, nodeDisk } from "./disk.js";
import { demandLocalDisk } from "./local-disk.js";
import { FolderLock } from "./lock/folder-lock.js";
import type { Lock } from "./lock/lock.js";
import { socketPresences } from "./lock/presence.js";
import { LogWriter } from "./log-writer.js";
import { readLines } from "./read-lines.js";
import { readTail, type Tail } from "./tail.js";
import { unwritten } from "./unwritten.js";

export interface FileSinkOptions {
  /** Of this log alone, on a disk of this machine. It is made if it is not there. */
  readonly folder: string;
  /** A new file begins before one gets larger than this. Default 64 MiB. */
  readonly maxFileBytes?: number;
  /** A new file begins once one is older than this, in ms. Default: however old. */
  readonly maxFileAgeMs?: number;
  /**
   * Whether an append waits until the disk has it. Default true. With `false` entries survive the death of the process, but
   * the last of them not that of the machine.
   */
  readonly fsync?: boolean;
  /** The longest wait for another process that appends, in ms. Default 10,000. */
  readonly lockTimeoutMs?: number;
}

/** What tests put others in the place of. */
export interface FileSinkParts {
  readonly disk: Disk;
  readonly nowMs: () => number;
  lock(options: { readonly folder: string; readonly limitMs: number; onWanted(): void }): Lock;
}

const nodeParts: FileSinkParts = {
  disk: nodeDisk,
  nowMs: Date.now,
  lock: (options) => new FolderLock({ ...options, disk: nodeDisk, presences: socketPresences(options.folder), pause }),
};

/** How long the lock is kept after an append, for the next one: somebody who was stopped should not hold it. */
const keptForMs = 20;

/**
 * A log in files of one folder, to which any number of processes of one machine may append at once. It begins with its
 * first append: nothing is opened before.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work.
 */
export const fileSink = (options: FileSinkOptions): Sink => new FileSink(optionsOf(options), nodeParts);

export class FileSink implements Sink {
  readonly name: string;
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #lock: Lock;
  readonly #writer: LogWriter;
  #tail: Tail | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #letGo: NodeJS.Timeout | undefined;
  #isMade = false;
  #isClosed = false;

  constructor(options: Required<FileSinkOptions>, { disk, nowMs, lock }: FileSinkParts) {
    const { folder, lockTimeoutMs } = options;
    this.name = `files in ${folder}`;
    this.#folder = folder;
    this.#disk = disk;
    this.#writer = new LogWriter({ ...options, disk, nowMs });
    const onWanted = () => void this.#inTurn(() => this.#release());
    this.#lock = lock({ folder: path.join(folder, "lock"), limitMs: lockTimeoutMs, onWanted });
  }

  /** What is appended is there whatever becomes of a transaction. */
  joins(): boolean {
    return false;
  }

  append(seal: Seal): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Tier2Error("closed", `Audit log, ${this.name}: it was closed.`));
    return this.#inTurn(async () => {
      clearTimeout(this.#letGo);
      try {
        await this.#write(seal);
      } catch (error) {
        await this.#release();
        throw unwritten(error);
      } finally {
        this.#letGo = setTimeout(() => void this.#inTurn(() => this.#release()), keptForMs).unref();
      }
    });
  }

  read({ fromSeq = 1 }: { readonly fromSeq?: number } = {}): AsyncIterable<Uint8Array> {
    return readLines(this.#disk, this.#folder, fromSeq);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inTurn(async () => {
      clearTimeout(this.#letGo);
      await this.#release();
      await this.#lock.close();
    });
  }

  async #write(seal: Seal): Promise<void> {
    if (!this.#isMade) {
      await this.#disk.makeFolder(this.#folder);
      await demandLocalDisk(this.#disk, this.#folder);
      this.#isMade = true;
    }
    await this.#lock.acquire();
    this.#tail ??= await readTail(this.#disk, this.#folder);
    const tail = this.#tail;
    const head = headIn(tail);
    const lines = seal(head, tail.torn);
    if (lines.length === 0) return;
    this.#tail = undefined; // until it is known again
    this.#tail = await this.#writer.write(tail, lines, (head?.seq ?? 0) + 1);
  }

  /** Others may append from then on. */
  async #release(): Promise<void> {
    this.#tail = undefined;
    await this.#writer.forget();
    await this.#lock.release();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function headIn({ lastLine, file }: Tail): Head | null {
  if (lastLine === undefined) return null;
  const head = headOf(lastLine);
  if (head !== undefined) return head;
  throw new Tier2Error(
    "journal_unavailable",
    `Audit log: the last line of ${file?.name} is no intact entry, so nothing can follow it. Verify the log; to go on, move its files elsewhere and keep them.`,
  );
}

const defaults = {
  maxFileBytes: 64 * 1024 * 1024,
  maxFileAgeMs: Number.POSITIVE_INFINITY,
  fsync: true,
  lockTimeoutMs: 10_000,
};

function optionsOf(options: FileSinkOptions): Required<FileSinkOptions> {
  const whole = { ...defaults, ...options };
  const { folder, maxFileBytes, maxFileAgeMs, lockTimeoutMs } = whole;
  if (typeof folder !== "string" || folder === "") throw setup("needs `folder`: a path");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name) && name !== "folder");
  if (unknown !== undefined) throw setup(`does not know the option "${unknown}"`);
  for (const [name, value] of Object.entries({ maxFileBytes, maxFileAgeMs, lockTimeoutMs })) {
    if (!(value > 0)) throw setup(`: ${name} must be a number above 0`);
  }
  return { ...whole, folder: path.resolve(folder) };
}

const setup = (problem: string) => new Tier2Error("invalid_setup", `fileSink ${problem}.`);
