import { randomBytes } from "node:crypto";
import { Tier2Error } from "@holdpoint/tier2-core";
import { type SealedLines, seal } from "../chain/seal.js";
import type { EncryptionKey } from "../entry/encryption.js";
import type { Head, Sink } from "../sink.js";
import { missedCount, missedNote, type Note, placing, recoveredNote } from "./note.js";

const mostAtOnce = 1000;
const retryMs = 1000;
const logIdBytes = 16;

export interface WriterOptions {
  readonly sink: Sink;
  readonly key: EncryptionKey | undefined;
  readonly maxQueued: number;
  nowMs(): number;
  /** After each append that was acknowledged. */
  onHead(head: Head): void;
  onFailure(error: unknown): void;
}

interface Waiting {
  readonly note: Note;
  /** Written as soon as it can be, if not now: it has happened. */
  readonly keep: boolean;
  readonly resolve?: () => void;
  readonly reject?: (error: unknown) => void;
}

/** What was sent with an append of unknown outcome. */
interface Sent {
  readonly notes: readonly Note[];
  /** Of the line of each. */
  readonly hashes: readonly string[];
}

/**
 * The one order of everything that one process writes. While an append is under way, what comes is collected for the next: so
 * many operations at once cost one write to the disk and not many.
 */
export class Writer {
  readonly #options: WriterOptions;
  #queue: Waiting[] = [];
  #sent: Sent | undefined;
  /** What appends that failed have written all the same. */
  #there: ReadonlySet<Note> = new Set();
  #draining: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves once it is durable. A rejection says that nobody can tell; with `keep` it is tried again all the same. */
  record(note: Note, { keep }: { readonly keep: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ note, keep, resolve, reject });
      void this.#drain();
    });
  }

  /** Written soon, in order. Beyond `maxQueued` it is counted instead, and the count is written. */
  queue(note: Note): void {
    if (this.#queue.length < this.#options.maxQueued) this.#queue.push({ note, keep: true });
    else this.#countMissed();
    if (this.#retry === undefined) void this.#drain();
  }

  /** Within a transaction, which nothing else waits for. */
  async within(tx: unknown, notes: readonly Note[]): Promise<void> {
    await this.#options.sink.append((head) => this.#seal(head, notes).lines, { tx });
  }

  /** One more attempt to write what waits. @throws Tier2Error `journal_unavailable` if some of it still does. */
  async flush(): Promise<void> {
    await this.#draining;
    await this.#drain();
    const { length } = this.#queue;
    if (length === 0) return;
    throw new Tier2Error(
      "journal_unavailable",
      `${length} entries could not be written to ${this.#options.sink.name}.`,
    );
  }

  stop(): void {
    clearTimeout(this.#retry);
  }

  #drain(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#draining ??= this.#appendAll();
    return this.#draining;
  }

  async #appendAll(): Promise<void> {
    // What is called in one turn of the event loop goes together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, mostAtOnce);
      try {
        await this.#append(batch);
      } catch (error) {
        this.#failed(batch, error);
        // Whoever came meanwhile and waits is not made to wait for the next attempt.
        if (!this.#queue.some(({ reject }) => reject !== undefined)) break;
      }
    }
    // In the same turn as the last look at the queue: who comes afterwards begins anew.
    this.#draining = undefined;
  }

  async #append(batch: readonly Waiting[]): Promise<void> {
    const before = this.#sent;
    let head: Head | null = null;
    await this.#options.sink.append((after, recovered) => {
      const there = new Set([...this.#there, ...writtenBefore(before, after)]);
      const left = batch.map(({ note }) => note).filter((note) => !there.has(note));
      const notes = recovered === undefined ? left : [recoveredNote(recovered), ...left];
      const sealed = this.#seal(after, notes);
      this.#sent = { notes, hashes: sealed.hashes };
      this.#there = there;
      head = sealed.head;
      return sealed.lines;
    });
    this.#sent = undefined;
    this.#there = new Set();
    for (const { resolve } of batch) resolve?.();
    if (head !== null) this.#options.onHead(head);
  }

  #seal(head: Head | null, notes: readonly Note[]): SealedLines {
    const { key, nowMs } = this.#options;
    const newLogId = () => randomBytes(logIdBytes).toString("base64url");
    return seal(
      head,
      notes.map((note) => placing(note, nowMs(), key)),
      newLogId,
    );
  }

  #countMissed(): void {
    const last = this.#queue.at(-1);
    const before = last === undefined ? undefined : missedCount(last.note);
    if (before !== undefined) this.#queue.pop();
    this.#queue.push({ note: missedNote((before ?? 0) + 1), keep: true });
  }

  #failed(batch: readonly Waiting[], error: unknown): void {
    this.#options.onFailure(error);
    for (const { reject } of batch) reject?.(error);
    const kept = batch.filter(({ keep }) => keep).map(({ note }): Waiting => ({ note, keep: true }));
    this.#queue.unshift(...kept);
    if (this.#queue.length > 0) {
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined;
        void this.#drain();
      }, retryMs).unref();
    }
  }
}

/**
 * Is it there? The log ends with it. Where another process has written since, that cannot be told, and it is written twice
 * rather than never.
 */
function writtenBefore(sent: Sent | undefined, head: Head | null): readonly Note[] {
  const last = head === null ? -1 : (sent?.hashes.indexOf(head.hash) ?? -1);
  return sent?.notes.slice(0, last + 1) ?? [];
}
