/** Lets one process of all append at a time. */
export interface Lock {
  /**
   * Resolves when nobody else can append, until `release`.
   *
   * @throws Tier2Error `journal_unavailable` if another process holds it for longer than it is waited for.
   */
  acquire(): Promise<void>;
  /** Does nothing if it is not held. */
  release(): Promise<void>;
  /** Releases it, and takes no further part. */
  close(): Promise<void>;
}
