import type { Entry } from "./entry.js";
import { SpanMap } from "./span-map.js";

/** A bit more than an hour: a year without anything due is crossed in some 7 700 steps. */
const spanSeconds = 4096;

/**
 * Who is due when: one bucket a second, each a list linked through its entries. An entry stands in exactly
 * one bucket, or in none, and moves at once when its due time does: however often a record is renewed,
 * nothing stale is left behind.
 */
export class DueBuckets {
  readonly #heads = new SpanMap<Entry>(spanSeconds);
  /** No bucket before this second holds anything. */
  #cursor = 0;

  /** Puts the entry where its due time says. */
  place(entry: Entry, nowMs: number): void {
    this.remove(entry);
    if (entry.dueMs === Number.POSITIVE_INFINITY) return;
    // Nothing stands between an empty past and the present.
    if (this.#heads.isEmpty) this.#cursor = secondOf(nowMs);
    // What is overdue goes where the next sweep will look.
    const second = Math.max(secondOf(entry.dueMs), this.#cursor);
    const head = this.#heads.get(second) ?? null;
    if (head) head.before = entry;
    entry.after = head;
    entry.second = second;
    this.#heads.set(second, entry);
  }

  remove(entry: Entry): void {
    if (entry.second === null) return;
    if (entry.after) entry.after.before = entry.before;
    if (entry.before) entry.before.after = entry.after;
    else if (entry.after) this.#heads.set(entry.second, entry.after);
    else this.#heads.delete(entry.second);
    entry.before = null;
    entry.after = null;
    entry.second = null;
  }

  /**
   * Takes out entries of buckets that are wholly in the past and hands each to `free`. Entries and empty
   * stretches together it touches at most `limit`, so no jump of the clock makes it long.
   */
  drain(limit: number, nowMs: number, free: (entry: Entry) => void): { freed: number; more: boolean } {
    const present = secondOf(nowMs);
    let freed = 0;
    for (let steps = limit; steps > 0 && this.#isBehind(present); steps -= 1) {
      const entry = this.#heads.get(this.#cursor);
      if (entry) {
        this.remove(entry);
        free(entry);
        freed += 1;
      } else {
        // Never beyond the present: what becomes due in the meantime would wait for the end of the span.
        this.#cursor = Math.min(this.#heads.next(this.#cursor), present);
      }
    }
    return { freed, more: this.#isBehind(present) };
  }

  #isBehind(present: number): boolean {
    return !this.#heads.isEmpty && this.#cursor < present;
  }
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
