import type { Sink } from "@holdpoint/tier2-audit";
import type { TransactionalStore } from "@holdpoint/tier2-core";
import { type PostgresClient, postgresStore, type Transactions } from "@holdpoint/tier2-store-postgres";
import type { Sql, SqlClient } from "./sql.js";

/** The example's tables, and the store whose records stand beside them: one transaction takes in both. */
export interface Database extends Sql {
  readonly store: TransactionalStore<SqlClient>;
}

export interface OpenDatabase extends Database {
  /** A log beside the records, whose entries are committed with the effects they tell of; where others can read it. */
  readonly auditSink?: Sink;
  close(): Promise<void>;
}

/** The example's tables are in this schema, Holdpoint's records in one beside it. */
export const defaultSchema = "campaigns";
export const recordsSchema = (schema: string) => `${schema}_holdpoint`;

/** What the tools' transactions are: those of the example's own kind of client. */
export const transactionsOf = (sql: Sql): Transactions<SqlClient> => ({
  run: (work) => sql.transaction(work),
  port: (tx) => ({ query: async (text, values) => ({ rows: await tx.query(text, values) }) }),
});

/** The store on a client, and what a tool with `transaction` gets as `ctx.tx`: the example's own kind of client. */
export const storeBeside = (client: PostgresClient, sql: Sql, schema: string) =>
  postgresStore<SqlClient>({
    client,
    schema: recordsSchema(schema),
    transactions: transactionsOf(sql),
  });
