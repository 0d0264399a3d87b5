// The public API of the Postgres store. Any new name here is a promise.
export type { PostgresClient } from "./client/postgres-client.js";
export { listenForWarnings, type Warnings } from "./client/warnings.js";
export type { HistoryPart } from "./history.js";
export { type MigrateOptions, migrate } from "./migrate.js";
export type { Migrated } from "./migrate-tables.js";
export {
  type JoinedPostgresStoreOptions,
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from "./postgres-store.js";
export type { QueryPort } from "./query-port.js";
export { drizzleTransactions } from "./transactions/drizzle.js";
export { kyselyTransactions } from "./transactions/kysely.js";
export type { Transactions } from "./transactions/transactions.js";
