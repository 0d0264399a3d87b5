import type { FirstWrite, Insert, Page, Store, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import { DueBuckets } from "./due-buckets.js";
import { Entry } from "./entry.js";
import { Listing } from "./listing.js";

export interface MemoryStoreOptions {
  /** The store's clock in milliseconds; it must never go back. Default: the process's monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * A store in the memory of one process: for tests, and for a server that runs as a single process and may
 * forget its open confirmations when it restarts. A loser of a race gets the record that won; no method
 * ever rejects.
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  return new MemoryStore(options.nowMs ?? monotonicMs);
}

/** Each method is async to its caller but runs as one synchronous step: nothing can come in between. */
class MemoryStore implements Store {
  readonly name = "memory";
  readonly #records = new Map<string, Entry>();
  readonly #due = new DueBuckets();
  readonly #listing = new Listing();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async insert(id: string, write: FirstWrite): Promise<Insert> {
    const nowMs = this.#nowMs();
    const standing = this.#records.get(id);
    if (standing) {
      if (!standing.ended(nowMs)) return { ok: false, why: "taken", record: standing.read(nowMs) };
      this.#remove(standing);
    }
    const entry = new Entry(id, write, nowMs);
    this.#records.set(id, entry);
    this.#file(entry, write.listed, nowMs);
    return { ok: true, record: entry.read(nowMs) };
  }

  async swap(id: string, expectedTag: string, write: Write, condition: SwapCondition): Promise<Swap> {
    const nowMs = this.#nowMs();
    const entry = this.#records.get(id);
    if (!entry || entry.ended(nowMs)) return { ok: false, why: "absent", record: null };
    const why = refusal(entry, expectedTag, condition, nowMs);
    if (why) return { ok: false, why, record: entry.read(nowMs) };
    entry.write(write, nowMs);
    this.#file(entry, write.listed, nowMs);
    return { ok: true, record: entry.read(nowMs) };
  }

  async get(id: string): Promise<StoredRecord | null> {
    const nowMs = this.#nowMs();
    const entry = this.#records.get(id);
    return entry && !entry.ended(nowMs) ? entry.read(nowMs) : null;
  }

  async list(kind: string, page: { limit: number; cursor?: string }): Promise<Page> {
    const nowMs = this.#nowMs();
    const records: StoredRecord[] = [];
    let place = Number(page.cursor ?? 0);
    let left = page.limit;
    for (const entry of this.#listing.after(kind, place)) {
      if (left <= 0) return { records, cursor: String(place) };
      left -= 1;
      place = entry.place;
      // An ended record counts towards the limit all the same: a page may be short, its work is bounded.
      if (!entry.ended(nowMs)) records.push(entry.read(nowMs));
    }
    return { records };
  }

  async sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
    const nowMs = this.#nowMs();
    return this.#due.drain(page.limit, nowMs, (entry) => {
      if (entry.ended(nowMs)) return this.#remove(entry);
      entry.dropPayload();
      this.#due.place(entry, nowMs);
    });
  }

  #file(entry: Entry, listed: boolean, nowMs: number): void {
    this.#listing.set(entry, listed);
    this.#due.place(entry, nowMs);
  }

  #remove(entry: Entry): void {
    this.#listing.set(entry, false);
    this.#due.remove(entry);
    this.#records.delete(entry.id);
  }

  #nowMs(): number {
    return Math.floor(this.#clock());
  }
}

type Refusal = "tag" | "deadline" | "history";

function refusal(entry: Entry, expectedTag: string, condition: SwapCondition, nowMs: number): Refusal | undefined {
  if (entry.tag !== expectedTag) return "tag";
  const open = nowMs < entry.deadlineMs;
  if (condition.deadline === "open" && !open) return "deadline";
  if (condition.deadline === "passed" && open) return "deadline";
  // Every record here was written under the one history there is: `same` always holds, `changed` never.
  return condition.history === "changed" ? "history" : undefined;
}

/** Not `Date.now`, which an administrator or a time server sets back: a deadline would open again. */
function monotonicMs(): number {
  return performance.timeOrigin + performance.now();
}
