import type { Store } from "./store.js";

/**
 * A store whose writes can join a transaction of the application's own client, so that consume, business change and
 * completion are committed together or not at all. Pass it as `transaction` of a tool definition: it types `ctx.tx`.
 *
 * Core judges a failed transaction by when it failed, not by its error: rolled back if `work` had not resolved, unknown
 * if it had. So `transaction` keeps four promises: it resolves only once everything is committed; it never commits after
 * `work` rejected, and never before it resolved; nothing stands between the last statement of `work` and the commit.
 */
export interface TransactionalStore<Tx> extends Store {
  /**
   * Runs `work` in one READ COMMITTED transaction, as durable as any other write of the store. If it cannot begin, it
   * rejects without having called `work`.
   */
  transaction<T>(work: (transaction: Transaction<Tx>) => Promise<T>, limits: TransactionLimits): Promise<T>;
  /**
   * What made a statement fail, as far as its error or one of its causes says so. `lock_timeout`: another transaction
   * held the row for longer than the limit. `conflict`: the database chose this one to give way (a serialization failure,
   * a deadlock), so the same work may well succeed when it is done again.
   */
  clashOf(error: unknown): "lock_timeout" | "conflict" | undefined;
}

/** Whole milliseconds, at least 1: in Postgres 0 would mean "for ever". */
export interface TransactionLimits {
  /** How long a statement of the engine waits for another transaction. */
  readonly lockTimeoutMs: number;
  /** The server itself ends the transaction of a process that has been silent for this long. */
  readonly idleTimeoutMs: number;
}

/** One transaction that has begun. */
export interface Transaction<Tx> {
  /** What the handler gets: the application's own client or transaction object. */
  readonly tx: Tx;
  /** The store's records inside the transaction. After one of its methods rejected, nothing more can be done in it. */
  readonly store: Store;
  /**
   * Runs the tool's own code. Its statements wait for locks as long as the client was set up for, and in development a
   * store may make it fail if it uses another connection: what it does there is not undone by a rollback.
   */
  handler<T>(run: () => Promise<T>): Promise<T>;
}
