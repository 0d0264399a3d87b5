import type { Transactions } from "./transactions.js";

interface KyselyTransaction {
  executeQuery(query: never): Promise<{ readonly rows: readonly unknown[] }>;
  withoutPlugins(): KyselyTransaction;
}

interface TransactionBuilder<Tx> {
  setIsolationLevel(level: "read committed"): TransactionBuilder<Tx>;
  execute<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface KyselyDatabase<Tx> {
  transaction(): TransactionBuilder<Tx>;
}

/**
 * The transactions of a Kysely database of the Postgres dialect: the handler gets Kysely's own `trx`. Plugins are left out
 * for the store's statements, whose columns must keep their names.
 */
export function kyselyTransactions<Tx extends KyselyTransaction>(db: KyselyDatabase<Tx>): Transactions<Tx> {
  return {
    run: (work) => db.transaction().setIsolationLevel("read committed").execute(work),
    port: (tx) => ({
      query: (text, values) => tx.withoutPlugins().executeQuery(compiled(text, values) as never),
    }),
  };
}

/** What Kysely's `CompiledQuery.raw` makes, without a copy of Kysely to make it. */
const compiled = (text: string, values: unknown[]) => ({
  query: { kind: "RawNode", sqlFragments: [text], parameters: [] },
  queryId: { queryId: "holdpoint" },
  sql: text,
  parameters: values,
});
