import type { Checkpoint } from "../checkpoint/checkpoint.js";

/** An entry as it stands in the log, and what it says if that is encrypted. */
export interface Disclosed {
  /** Its text: what is hashed. */
  readonly entry: string;
  /** The plaintext of its body, which the digest in the entry proves. */
  readonly plaintext?: string;
}

/**
 * What a log says of one operation, for somebody who has neither the log nor its key: the entries about it, and of all others
 * up to a signed checkpoint the digests alone, so that the chain can be followed to what was signed.
 */
export interface Receipt {
  readonly v: typeof receiptVersion;
  readonly log: string;
  readonly operationId: string;
  /** The sequence number of the first step. */
  readonly fromSeq: number;
  /** The hash of the entry before it. */
  readonly prev: string;
  /** The digest of an entry that is not disclosed, or one that is. */
  readonly steps: readonly (string | Disclosed)[];
  readonly checkpoint: Checkpoint;
}

export const receiptVersion = 1;
