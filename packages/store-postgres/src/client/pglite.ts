import type { QueryPort } from "../query-port.js";
import type { Transactions } from "../transactions/transactions.js";

/** A PGlite: Postgres inside the process, with a single connection. */
export interface Lite extends QueryPort {
  transaction(work: (transaction: QueryPort) => Promise<unknown>): Promise<unknown>;
}

export const liteTransactions = (lite: Lite): Transactions<QueryPort> => ({
  port: (tx) => tx,
  run: (work) => lite.transaction(work),
});
