import {
  defaultSchema,
  type Migrated,
  migrateTables,
  type PostgresClient,
  type Tables,
} from "@holdpoint/tier2-store-postgres/beside";
import { text as entries } from "./migrations/0001-entries.sql.js";

/** Append only: what has run on somebody's database is never changed, a later number mends it. */
export const auditTables: Tables = {
  migrationTable: "audit_migration",
  migrations: [{ version: 1, name: "entries", sql: entries }],
  packageName: "@holdpoint/tier2-audit",
};

export interface MigrateAuditOptions {
  readonly client: PostgresClient;
  /** Default `holdpoint`, in which the store's tables may stand too. It is created if it does not exist. */
  readonly schema?: string;
}

/**
 * Makes the tables of the audit log, or brings them up to the version of this package, in one transaction: all of it or
 * nothing. Any number of processes may call it at once; one does the work, the others find nothing to do.
 *
 * @throws Tier2Error `invalid_setup` if a newer version of this package has migrated the schema, or its name is none.
 * @throws Tier2Error `store_unavailable` if the database cannot be reached or refuses.
 */
export const migrateAudit = ({ client, schema = defaultSchema }: MigrateAuditOptions): Promise<Migrated> =>
  migrateTables(client, schema, auditTables);
