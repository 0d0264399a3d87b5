/**
 * Postgres committed, but a synchronous standby has not confirmed it: the wait for it was cancelled, and the server said
 * so in a warning beside its success. A promotion of that standby would lose the write, so it does not count as made.
 */
export class UnconfirmedCommit extends Error {
  override readonly name = "UnconfirmedCommit";
  readonly code = "01000";

  constructor() {
    super("the commit was not confirmed by a synchronous standby");
  }
}

/** 01000 is a warning without a more precise class; 57P01 comes with the same warning as the server shuts down. */
export const isUnconfirmed = (notice: { readonly code?: string | undefined }): boolean =>
  notice.code === "01000" || notice.code === "57P01";
