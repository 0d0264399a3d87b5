import type { PostgresClient } from "./client/postgres-client.js";
import { type Migrated, migrateTables } from "./migrate-tables.js";
import { recordTables } from "./migrations/migrations.js";
import { defaultSchema } from "./schema-name.js";

export interface MigrateOptions {
  readonly client: PostgresClient;
  /** Default `holdpoint`. It is created if it does not exist. */
  readonly schema?: string;
}

/**
 * Brings the schema up to the version of this package, in one transaction: all of it or nothing. Any number of processes
 * may call it at once; one does the work, the others wait for it and find nothing to do.
 *
 * @throws Tier2Error `invalid_setup` if a newer version of this package has migrated the schema, or its name is none.
 * @throws Tier2Error `store_unavailable` if the database cannot be reached or refuses.
 */
export const migrate = ({ client, schema = defaultSchema }: MigrateOptions): Promise<Migrated> =>
  migrateTables(client, schema, recordTables);
