import type { KeyObject } from "node:crypto";
import type { Head } from "../sink.js";
import { type Checkpoint, signCheckpoint } from "./checkpoint.js";

export interface CheckpointOptions {
  /** The private key of an Ed25519 key pair. */
  readonly privateKey: KeyObject;
  /**
   * Takes each checkpoint to where whoever writes the log cannot change it: another machine, a mailbox, a public list. One at a
   * time; what rejects is sent again with the next.
   */
  readonly export: (checkpoint: Checkpoint) => Promise<void>;
  /** Default 1000. */
  readonly everyEntries?: number;
  /** After the first entry that no checkpoint has. Default 60 000. */
  readonly everyMs?: number;
}

/** Signs the head of the log every so many entries, and every so often. */
export class Checkpointing {
  readonly #options: Required<CheckpointOptions>;
  readonly #nowMs: () => number;
  readonly #onFailure: (error: unknown) => void;
  #head: Head | undefined;
  #exported = 0;
  #exporting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CheckpointOptions, nowMs: () => number, onFailure: (error: unknown) => void) {
    this.#options = { everyEntries: 1000, everyMs: 60_000, ...options };
    this.#nowMs = nowMs;
    this.#onFailure = onFailure;
  }

  noteHead(head: Head): void {
    this.#head = head;
    if (head.seq - this.#exported >= this.#options.everyEntries) void this.exportNow();
    // A log that nobody writes to any more is soon covered too.
    else this.#exportLater();
  }

  #exportLater(): void {
    this.#timer ??= setTimeout(() => void this.exportNow(), this.#options.everyMs).unref();
  }

  /** Nothing more is exported by itself. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Exports the head, unless that was done. Never rejects: the failure is told. */
  exportNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#exporting = this.#exporting.then(() => this.#export());
    return this.#exporting;
  }

  async #export(): Promise<void> {
    const head = this.#head;
    if (head === undefined || head.seq <= this.#exported) return;
    try {
      await this.#options.export(signCheckpoint(head, this.#nowMs(), this.#options.privateKey));
      this.#exported = head.seq;
    } catch (error) {
      this.#onFailure(error);
      this.#exportLater();
    }
  }
}
