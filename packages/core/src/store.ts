/**
 * The store contract: where records live. A store compares, swaps and keeps time; it knows no rule,
 * no state name and no tier. Everything that decides lives in the pure machines of core.
 *
 * All times are whole milliseconds. `…InMs` and `…ForMs` count from the store's own now; `deadlineMs`
 * and `nowMs` are instants on the store's clock and mean nothing on any other clock. All times of one
 * answer come from one reading of it. Where records lie on several servers, the instants of one record
 * can be compared, those of two cannot.
 *
 * Ids are 1 to 128 visible ASCII characters with a colon among them. Tags are 1 to 256 printable ASCII
 * characters. Neither is folded: case and spaces count. State, body and data are any well-formed Unicode
 * without U+0000, from empty to 1 MiB of UTF-8. (Core writes JSON, which escapes U+0000 and lone surrogates.)
 *
 * `@holdpoint/tier2-store-testkit` holds every store to this, requirement by requirement.
 */

/** A record as the store holds it. Its texts are JSON (or opaque) to core and never read by the store. */
export interface StoredRecord {
  readonly id: string;
  /** Compared by `swap`. It never recurs with another meaning. */
  readonly tag: string;
  readonly state: string;
  /** Written once by `insert`; null once the payload's retention ended. */
  readonly body: string | null;
  /** The recorded answer; null until there is one, and again once the payload's retention ended. */
  readonly data: string | null;
  readonly deadlineMs: number;
  /** The store's clock when it answered: the `now` of every decision. */
  readonly nowMs: number;
  /** Was the record last written under the store's present history (no failover, restore or rollback since)? */
  readonly historyCurrent: boolean;
}

/**
 * What an insert or a swap writes. An absent member keeps what stands there, and a retention that has ended stays
 * ended; in a first write an absent retention is null.
 */
export interface Write {
  readonly tag: string;
  readonly state: string;
  /** Comes with `payloadForMs`: what ended its retention does not come back. */
  readonly data?: string;
  readonly deadlineInMs?: number;
  /** How long body and data are kept; null = until a later write says otherwise. A payload that ended never comes back. */
  readonly payloadForMs?: number | null;
  /** How long the record itself is kept; null = until a later write says otherwise. */
  readonly recordForMs?: number | null;
  /** While true, `list` of the record's kind names it. */
  readonly listed: boolean;
}

/** The first write of a record. */
export interface FirstWrite extends Write {
  readonly body: string;
  readonly deadlineInMs: number;
}

/**
 * What must hold at the moment of the swap, judged by the store alone. Where several things fail, the refusal names the
 * first of tag, deadline, history; core judges the record that comes with it, not that name.
 */
export interface SwapCondition {
  /** `open`: deadline still ahead. `passed`: now at or after it. */
  readonly deadline: "open" | "passed" | "any";
  /** `same`: last written under the present history. `changed`: under another one. */
  readonly history: "same" | "changed" | "any";
}

/** `taken`: the loser of a race gets the record that stands there (get-or-create). */
export type Insert =
  | { readonly ok: true; readonly record: StoredRecord }
  | { readonly ok: false; readonly why: "taken"; readonly record: StoredRecord };

/**
 * A refused swap has written nothing and returns the record that stands there, never a stale row: that record itself
 * shows the reason, so that deciding again on it does not ask for the same swap.
 */
export type Swap = (
  | { readonly ok: true; readonly record: StoredRecord }
  | { readonly ok: false; readonly why: "absent"; readonly record: null }
  | { readonly ok: false; readonly why: "tag" | "deadline" | "history"; readonly record: StoredRecord }
) & {
  /**
   * `false`: what this answer shows is not known to stand on as many replicas as the store was told to wait for, so that
   * a failover may forget it. Only from a store with such an option; a refusal of it always says so.
   */
  readonly replicated?: false;
};

export interface Page {
  readonly records: readonly StoredRecord[];
  /** Pass it on to read further; absent on the last page. */
  readonly cursor?: string;
}

/**
 * Keeps confirmations and approvals. No method is optional.
 *
 * Any method rejects only with `Tier2Error` of code `store_unavailable`. The outcome of that attempt is
 * then UNKNOWN: repeat it with the same tag, and a repeated attempt recognises itself in the answer.
 */
export interface Store {
  /** For messages: "memory", "redis", "postgres". */
  readonly name: string;
  /**
   * Creates the record, or returns the one that stands there. Of many concurrent inserts exactly one is `ok`. A record
   * whose retention ended stands nowhere, swept or not.
   */
  insert(id: string, write: FirstWrite): Promise<Insert>;
  /**
   * Replaces tag and state if the tag is `expectedTag` and the condition holds: atomic, one round trip.
   * Of many concurrent swaps from one tag to others exactly one is `ok`; a swap that leaves the tag is a renewal.
   */
  swap(id: string, expectedTag: string, write: Write, condition: SwapCondition): Promise<Swap>;
  /** Reads from the primary only, never from a replica. */
  get(id: string): Promise<StoredRecord | null>;
  /**
   * Pages through the listed records of a kind: the text of their ids up to and including the first colon. May repeat a
   * record, never omits one that stays listed. A page may be short or empty and still have a cursor; `limit` is at least 1.
   */
  list(kind: string, page: { readonly limit: number; readonly cursor?: string }): Promise<Page>;
  /**
   * Frees what outlived its retention, payloads and records, at most `limit` a call; `more` asks for another one. Never
   * touches what has no end of retention. Correctness never depends on it.
   */
  sweep(page: { readonly limit: number }): Promise<{ readonly freed: number; readonly more: boolean }>;
}
