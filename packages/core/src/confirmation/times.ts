/** The durations of a confirmation, in milliseconds. */
export interface Times {
  /** How long a token can be confirmed. */
  readonly ttlMs: number;
  /** How long an answer is replayed after the operation ended. */
  readonly retentionMs: number;
  /** How long the record stays after that, so that a late retry hears what became of it instead of "unknown". */
  readonly tombstoneMs: number;
  /** How long a claim counts as alive without a renewal. */
  readonly leaseMs: number;
}

export const defaultTimes: Times = {
  ttlMs: 300_000,
  retentionMs: 300_000,
  tombstoneMs: 24 * 60 * 60_000,
  leaseMs: 60_000,
};
