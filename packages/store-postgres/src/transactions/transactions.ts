import type { QueryPort } from "../query-port.js";

/**
 * How an application's own client runs a transaction, in two functions. `run` begins one that is READ COMMITTED, commits it
 * once the work has resolved and rolls it back if the work rejects, and adds nothing of its own to that. `port` sends a
 * statement inside it.
 */
export interface Transactions<Tx> {
  run(work: (tx: Tx) => Promise<unknown>): Promise<unknown>;
  port(tx: Tx): QueryPort;
}

/** The same, where only the statements matter. */
export async function inTransaction<Tx, T>(
  { run, port }: Transactions<Tx>,
  work: (port: QueryPort) => Promise<T>,
): Promise<T> {
  return (await run((tx) => work(port(tx)))) as T;
}
