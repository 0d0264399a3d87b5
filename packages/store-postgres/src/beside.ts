// For packages that keep tables of their own beside the records, through any client that the store takes. A promise to them.
export { type Connected, connected, type PostgresClient, type TransactionOf } from "./client/postgres-client.js";
export type { Warnings } from "./client/warnings.js";
export { type Failure, failureOf } from "./failure.js";
export {
  type Migrated,
  type Migration,
  migrateTables,
  newerSchema,
  type Tables,
  versionIn,
  versionOf,
} from "./migrate-tables.js";
export type { QueryPort, Row } from "./query-port.js";
export { text } from "./row.js";
export { defaultSchema, quotedSchema } from "./schema-name.js";
export { inTransaction, type Transactions } from "./transactions/transactions.js";
