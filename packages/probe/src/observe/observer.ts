import type { Effect } from "./effect.js";

/** One thing that can be seen: a row, a key, a file, a mail, a request, a number. Values are plain JSON. */
export interface Seen {
  readonly effect: Effect;
  readonly value: Readonly<Record<string, unknown>>;
  /** For what grows at its end: its units in order, so that an addition can be told from a replacement. */
  readonly units?: readonly string[];
}

export interface Snapshot {
  /** By `collection` and id: a table and its key, a folder and its file. */
  readonly records: ReadonlyMap<string, Seen>;
  /** Why this is not everything. Nothing can be cleared from then on. */
  readonly incomplete?: string;
}

/** Watches one thing that a tool could change. Write your own for what the ones here do not reach. */
export interface Observer {
  readonly name: string;
  /** What it watches, for the report: a hint is cleared for that and no more. */
  readonly watches: string;
  /** `state` can be put back; what `events` saw has happened. */
  readonly kind: "state" | "events";
  snapshot(): Promise<Snapshot>;
  /** Whether what it watches is marked as disposable. Without this there is nothing in it to lose. */
  isDisposable?(): Promise<{ readonly ok: true } | { readonly ok: false; readonly mark: string }>;
  close?(): Promise<void>;
}
