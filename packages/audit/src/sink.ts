/** Where the last entry of a log leaves off: all that the next one needs to know. */
export interface Head {
  /** The id of the log: random, made with its first entry. */
  readonly log: string;
  /** Of the last entry. The first one has 1, so it is also how many there are. */
  readonly seq: number;
  readonly hash: string;
}

/** What an append that never ended had left behind the last whole line, and that was cut. Never acknowledged to anybody. */
export interface Recovered {
  readonly bytes: number;
  /** SHA-256, base64url without padding. */
  readonly digest: string;
}

/**
 * The lines that follow the head, each with its newline, none changed afterwards. Null: the log is empty. `recovered`: what
 * was cut since the last append, for the log to tell. Synchronous, does no I/O, and may be asked again: only what it answered
 * last counts.
 */
export type Seal = (head: Head | null, recovered?: Recovered) => readonly string[];

/**
 * Where the lines of one log lie. It keeps them and judges nothing: what a line means is for those who verify. One `append`
 * outside of transactions is waited for before the next is sent, so a sink needs no group commit of its own.
 */
export interface Sink {
  /** For errors: what and where it is. */
  readonly name: string;
  /** Is what is appended within this transaction of a tool committed with it, and gone with it? */
  joins(tx: unknown): boolean;
  /**
   * Appends what `seal` answers, while nobody else, in this process or another, can. Durable when it resolves; whole, or
   * else a beginning of it followed by at most one torn line, which the next append cuts and tells as `recovered`. Within a
   * transaction that it joins: when that is committed.
   *
   * @throws Tier2Error `journal_unavailable`: nobody was told that it is there, but it may be.
   */
  append(seal: Seal, within?: { readonly tx: unknown }): Promise<void>;
  /**
   * The bytes of the lines in order, from a sequence number on, each with its newline and otherwise as they lie there,
   * whatever they hold. A torn rest comes last, without one.
   */
  read(options?: { readonly fromSeq?: number }): AsyncIterable<Uint8Array>;
  /** After the last append. Closing twice does nothing. */
  close(): Promise<void>;
}
