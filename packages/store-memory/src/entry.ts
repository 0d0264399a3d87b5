import type { FirstWrite, StoredRecord, Write } from "@holdpoint/tier2-core";

/** The instant of what is kept until a later write says otherwise. */
const never = Number.POSITIVE_INFINITY;

/**
 * One record as this store holds it. Every field exists from the start, so that a million of them share
 * one compact shape, and the links of the due buckets stand in the record itself: no object beside it.
 */
export class Entry {
  readonly id: string;
  tag: string;
  state: string;
  body: string | null;
  data: string | null;
  deadlineMs: number;
  payloadUntilMs: number;
  recordUntilMs: number;
  /** Its place in the listing of its kind; 0 = not listed. */
  place = 0;
  /** The due bucket it stands in, and its neighbours there. */
  second: number | null = null;
  before: Entry | null = null;
  after: Entry | null = null;

  constructor(id: string, write: FirstWrite, nowMs: number) {
    this.id = id;
    this.tag = write.tag;
    this.state = write.state;
    this.body = write.body;
    this.data = write.data ?? null;
    this.deadlineMs = nowMs + write.deadlineInMs;
    this.payloadUntilMs = until(write.payloadForMs, nowMs, never);
    this.recordUntilMs = until(write.recordForMs, nowMs, never);
  }

  write(write: Write, nowMs: number): void {
    // A payload whose retention ended is gone, swept or not: a longer retention must not bring it back.
    if (this.#payloadEnded(nowMs)) this.dropPayload();
    this.tag = write.tag;
    this.state = write.state;
    this.data = write.data ?? this.data;
    if (write.deadlineInMs !== undefined) this.deadlineMs = nowMs + write.deadlineInMs;
    this.payloadUntilMs = until(write.payloadForMs, nowMs, this.payloadUntilMs);
    this.recordUntilMs = until(write.recordForMs, nowMs, this.recordUntilMs);
  }

  /** A fresh object: what a caller does to it never reaches the store. */
  read(nowMs: number): StoredRecord {
    const payloadEnded = this.#payloadEnded(nowMs);
    return {
      id: this.id,
      tag: this.tag,
      state: this.state,
      body: payloadEnded ? null : this.body,
      data: payloadEnded ? null : this.data,
      deadlineMs: this.deadlineMs,
      nowMs,
      // This store cannot go back to an older state: a restart forgets everything, and absence means deny.
      historyCurrent: true,
    };
  }

  /** Has the record itself outlived its retention? Then it is absent, whether swept or not. */
  ended(nowMs: number): boolean {
    return nowMs >= this.recordUntilMs;
  }

  /** When there is next something to free; infinite if no write has set an end. */
  get dueMs(): number {
    const holdsPayload = this.body !== null || this.data !== null;
    return holdsPayload ? Math.min(this.payloadUntilMs, this.recordUntilMs) : this.recordUntilMs;
  }

  dropPayload(): void {
    this.body = null;
    this.data = null;
  }

  #payloadEnded(nowMs: number): boolean {
    return nowMs >= this.payloadUntilMs;
  }
}

function until(forMs: number | null | undefined, nowMs: number, standing: number): number {
  if (forMs === undefined) return standing;
  return forMs === null ? never : nowMs + forMs;
}
