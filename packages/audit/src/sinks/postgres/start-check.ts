import { Tier2Error } from "@holdpoint/tier2-core";
import {
  newerSchema,
  type QueryPort,
  quotedSchema,
  versionIn,
  versionOf,
} from "@holdpoint/tier2-store-postgres/beside";
import { auditTables } from "./migrate-audit.js";

/** No such table, no such schema. */
const notMigrated = ["42P01", "3F000"];

/**
 * What must be true of the database before a log is trusted to it.
 *
 * @throws Tier2Error `invalid_setup` if it is not, with what to do about it; or what the driver throws.
 */
export async function startCheck(port: QueryPort, schema: string): Promise<void> {
  const { rows } = await port.query(
    `SELECT pg_is_in_recovery() AS replica, current_setting('default_transaction_isolation') AS isolation,
      current_setting('server_encoding') AS encoding`,
    [],
  );
  const { replica, isolation, encoding } = rows[0] as Readonly<Record<string, unknown>>;
  if (replica === true) throw setup("This server is a replica. Connect to the primary.");
  if (isolation !== "read committed") {
    throw setup(
      `New transactions are ${String(isolation)} here, but a wait for a lock must show what its holder wrote. ` +
        "ALTER ROLE … SET default_transaction_isolation = 'read committed', for the role of this client.",
    );
  }
  if (encoding !== "UTF8") throw setup(`The database is in ${String(encoding)}, and what is logged may be any text.`);
  const needed = versionIn(auditTables);
  const version = await versionOf(port, quotedSchema(schema), auditTables).catch((error: unknown) => {
    if (notMigrated.includes(String((error as { code?: unknown }).code))) return 0;
    throw error;
  });
  if (version > needed) throw newerSchema(schema, version, auditTables);
  if (version < needed) {
    throw setup(
      `The audit tables of the schema "${schema}" have version ${version}, this package needs ${needed}. ` +
        "Run the migrations: call migrateAudit().",
    );
  }
}

const setup = (problem: string) => new Tier2Error("invalid_setup", `Audit log in Postgres: ${problem}`);
