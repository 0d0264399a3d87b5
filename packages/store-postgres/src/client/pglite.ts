import type { QueryPort } from "../query-port.js";

/** A PGlite: Postgres inside the process, with a single connection. */
export interface Lite extends QueryPort {
  transaction(work: (transaction: QueryPort) => Promise<unknown>): Promise<unknown>;
}

export async function liteTransaction<T>(lite: Lite, work: (port: QueryPort) => Promise<T>): Promise<T> {
  return (await lite.transaction((transaction) => work(transaction))) as T;
}
