// The public API of the Postgres store. Any new name here is a promise.
export type { PostgresClient } from "./client/postgres-client.js";
export type { HistoryPart } from "./history.js";
export { type Migrated, type MigrateOptions, migrate } from "./migrate.js";
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from "./postgres-store.js";
export type { QueryPort } from "./query-port.js";
