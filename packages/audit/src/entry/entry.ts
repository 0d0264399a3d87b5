import type { Body } from "./body.js";

/**
 * `decided`: what was proposed, asked for and allowed. `done`: what became of it. Never both in one entry. `log`: what the log
 * tells of itself.
 */
export const kinds = ["decided", "done", "log"] as const;
export type Kind = (typeof kinds)[number];

export const entryVersion = 1;

/** A body that only the holder of the key can read. */
export interface SealedBody {
  readonly keyId: string;
  /** 96 random bits. */
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
  /** Of the plaintext, which holds a salt: what is disclosed of one entry can be proved without the key. */
  readonly digest: string;
}

/** What is hashed. Log, sequence number, time and kind stand in clear always. */
export type Entry = {
  readonly v: typeof entryVersion;
  readonly log: string;
  readonly seq: number;
  /** Wall clock of the writing process. */
  readonly atMs: number;
  readonly kind: Kind;
} & ({ readonly body: Body; readonly sealed?: undefined } | { readonly sealed: SealedBody; readonly body?: undefined });
