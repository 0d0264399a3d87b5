import { Tier2Error } from "@holdpoint/tier2-core";
import { connected, type PostgresClient } from "./client/postgres-client.js";
import { unavailable } from "./failure.js";
import { currentVersion, migrations } from "./migrations/migrations.js";
import type { QueryPort } from "./query-port.js";
import { defaultSchema, inSchema, quotedSchema } from "./schema-name.js";
import { inTransaction } from "./transactions/transactions.js";

export interface MigrateOptions {
  readonly client: PostgresClient;
  /** Default `holdpoint`. It is created if it does not exist. */
  readonly schema?: string;
}

export interface Migrated {
  /** The version the schema had, 0 for none. */
  readonly from: number;
  readonly to: number;
  /** The names of the migrations that this call has run. */
  readonly ran: readonly string[];
}

/**
 * Brings the schema up to the version of this package, in one transaction: all of it or nothing. Any number of processes
 * may call it at once; one does the work, the others wait for it and find nothing to do.
 *
 * @throws Tier2Error `invalid_setup` if a newer version of this package has migrated the schema, or its name is none.
 * @throws Tier2Error `store_unavailable` if the database cannot be reached or refuses.
 */
export async function migrate({ client, schema = defaultSchema }: MigrateOptions): Promise<Migrated> {
  const quoted = quotedSchema(schema);
  const { transactions } = connected(client);
  try {
    return await inTransaction(transactions, (port) => migrateIn(port, schema, quoted));
  } catch (error) {
    if (error instanceof Tier2Error) throw error;
    throw unavailable(error);
  }
}

async function migrateIn(port: QueryPort, schema: string, quoted: string): Promise<Migrated> {
  // Released by the end of the transaction, so it also works behind a pooler that gives the next one another connection.
  await port.query("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`holdpoint migrate ${schema}`]);
  // Not IF NOT EXISTS: that demands the right to create schemas even where there is nothing to create.
  const { rows } = await port.query("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [schema]);
  if (rows.length === 0) await port.query(`CREATE SCHEMA ${quoted}`, []);
  await port.query(
    `CREATE TABLE IF NOT EXISTS ${quoted}.migration (version integer PRIMARY KEY, name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`,
    [],
  );
  const from = await versionOf(port, quoted);
  if (from > currentVersion) throw newerSchema(schema, from);
  const missing = migrations.filter(({ version }) => version > from);
  for (const { version, name, sql } of missing) {
    await port.query(doBlockOf(inSchema(sql, schema)), []);
    await port.query(`INSERT INTO ${quoted}.migration (version, name) VALUES ($1::integer, $2::text)`, [version, name]);
  }
  return { from, to: currentVersion, ran: missing.map(({ name }) => name) };
}

export async function versionOf(port: QueryPort, quoted: string): Promise<number> {
  const { rows } = await port.query(`SELECT coalesce(max(version), 0)::float8 AS version FROM ${quoted}.migration`, []);
  return Number((rows[0] as { version: unknown }).version);
}

export function newerSchema(schema: string, version: number): Tier2Error {
  return new Tier2Error(
    "invalid_setup",
    `The schema "${schema}" has version ${version}; this version of @holdpoint/tier2-store-postgres knows ` +
      `${currentVersion}. Update the package: an older one could misread what a newer one wrote.`,
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
