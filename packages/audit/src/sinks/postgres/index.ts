// The public API of "@holdpoint/tier2-audit/postgres". Any new name here is a promise.
export { type MigrateAuditOptions, migrateAudit } from "./migrate-audit.js";
export { type PostgresSink, type PostgresSinkOptions, postgresSink } from "./postgres-sink.js";
