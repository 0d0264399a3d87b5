import { Tier2Error } from "@holdpoint/tier2-core";
import { connected, type PostgresClient } from "./client/postgres-client.js";
import { unavailable } from "./failure.js";
import type { QueryPort } from "./query-port.js";
import { inSchema, quotedSchema } from "./schema-name.js";
import { inTransaction } from "./transactions/transactions.js";

/** One step of a package's tables. What has run on somebody's database is never changed, a later number mends it. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Several statements; `:"schema"` stands for the schema, and `$body$` for a dollar quote that is not in its name. */
  readonly sql: string;
}

/** The tables of one package in a schema, which may hold those of others. */
export interface Tables {
  /** Where it is written down which migrations have run. */
  readonly migrationTable: string;
  readonly migrations: readonly Migration[];
  /** For whoever has to update it. */
  readonly packageName: string;
}

export interface Migrated {
  /** The version the schema had, 0 for none. */
  readonly from: number;
  readonly to: number;
  /** The names of the migrations that this call has run. */
  readonly ran: readonly string[];
}

export const versionIn = ({ migrations }: Tables): number => Math.max(...migrations.map(({ version }) => version));

/**
 * Brings the tables up to the version of their package, in one transaction: all of it or nothing. Any number of processes
 * may call it at once; one does the work, the others wait for it and find nothing to do.
 *
 * @throws Tier2Error `invalid_setup` if a newer version of the package has migrated the schema, or its name is none.
 * @throws Tier2Error `store_unavailable` if the database cannot be reached or refuses.
 */
export async function migrateTables(client: PostgresClient, schema: string, tables: Tables): Promise<Migrated> {
  const quoted = quotedSchema(schema);
  const { transactions } = connected(client);
  try {
    return await inTransaction(transactions, (port) => migrateIn(port, schema, quoted, tables));
  } catch (error) {
    if (error instanceof Tier2Error) throw error;
    throw unavailable(error);
  }
}

async function migrateIn(port: QueryPort, schema: string, quoted: string, tables: Tables): Promise<Migrated> {
  const table = `${quoted}.${tables.migrationTable}`;
  // Released by the end of the transaction, so it also works behind a pooler that gives the next one another connection.
  await port.query("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`holdpoint migrate ${schema}`]);
  // Not IF NOT EXISTS: that demands the right to create schemas even where there is nothing to create.
  const { rows } = await port.query("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [schema]);
  if (rows.length === 0) await port.query(`CREATE SCHEMA ${quoted}`, []);
  await port.query(
    `CREATE TABLE IF NOT EXISTS ${table} (version integer PRIMARY KEY, name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`,
    [],
  );
  const to = versionIn(tables);
  const from = await versionOf(port, quoted, tables);
  if (from > to) throw newerSchema(schema, from, tables);
  const missing = tables.migrations.filter(({ version }) => version > from);
  for (const { version, name, sql } of missing) {
    await port.query(doBlockOf(inSchema(sql, schema)), []);
    await port.query(`INSERT INTO ${table} (version, name) VALUES ($1::integer, $2::text)`, [version, name]);
  }
  return { from, to, ran: missing.map(({ name }) => name) };
}

/** The version that the schema has. Rejects as the driver does if nothing was ever migrated. */
export async function versionOf(port: QueryPort, quoted: string, { migrationTable }: Tables): Promise<number> {
  const { rows } = await port.query(
    `SELECT coalesce(max(version), 0)::float8 AS version FROM ${quoted}.${migrationTable}`,
    [],
  );
  return Number((rows[0] as { version: unknown }).version);
}

export function newerSchema(schema: string, version: number, tables: Tables): Tier2Error {
  return new Tier2Error(
    "invalid_setup",
    `The schema "${schema}" has version ${version}; this version of ${tables.packageName} knows ` +
      `${versionIn(tables)}. Update the package: an older one could misread what a newer one wrote.`,
  );
}

/** Several statements as one, for the protocol with parameters takes one at a time. */
function doBlockOf(sql: string): string {
  let quote = "$migration$";
  while (sql.includes(quote)) quote = `${quote.slice(0, -1)}_$`;
  let inner = "$statement$";
  while (sql.includes(inner)) inner = `${inner.slice(0, -1)}_$`;
  return `DO ${quote} BEGIN EXECUTE ${inner}${sql}${inner}; END ${quote}`;
}
