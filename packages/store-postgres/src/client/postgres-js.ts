import type { QueryPort } from "../query-port.js";
import type { Transactions } from "../transactions/transactions.js";

interface Unsafe {
  unsafe(text: string, values?: never[], options?: { prepare?: boolean }): PromiseLike<readonly unknown[]>;
}

/** The `sql` of the package `postgres`. */
export interface PostgresJs extends Unsafe {
  (strings: TemplateStringsArray, ...values: never[]): unknown;
  begin(options: string, work: (sql: Unsafe) => unknown): Promise<unknown>;
  readonly options?: { readonly prepare?: boolean };
}

export const isPreparing = (sql: PostgresJs): boolean => sql.options?.prepare !== false;

/**
 * `prepare: true` obeys the `prepare` option of the client: with it off, as behind a transaction-mode pooler, nothing is
 * prepared by name, and a statement takes a second trip in which the server describes its parameters.
 */
export function postgresJsPort(sql: Unsafe): QueryPort {
  return { query: async (text, values) => ({ rows: await sql.unsafe(text, values as never[], { prepare: true }) }) };
}

export const postgresJsTransactions = (sql: PostgresJs): Transactions<Unsafe> => ({
  port: postgresJsPort,
  run: (work) => sql.begin("ISOLATION LEVEL READ COMMITTED READ WRITE", work),
});
