import type { Sql } from "./sql.js";
import { sqlFile } from "./sql-file.js";

const files = [
  "schema/functions.sql",
  "schema/operations.sql",
  "schema/campaigns.sql",
  "schema/shop.sql",
  "schema/email.sql",
  "schema/documents.sql",
  "schema/outside.sql",
  "schema/migrations.sql",
  "seed/campaigns.sql",
  "seed/shop.sql",
  "seed/email.sql",
  "seed/documents.sql",
  "seed/outside.sql",
  "seed/migrations.sql",
];

/** Names the lock that makes a second process wait while the first one fills the database. */
const lock = "hashtext('campaigns/fill-database')";

/**
 * Creates the schema, which must be on the search path, the tables and the example's data, all or nothing. A database that has tables is left as it is. Any number
 * of processes may start at once: one fills it, the others wait and find it filled.
 */
export async function fillDatabase(sql: Sql, schema: string): Promise<void> {
  const scripts = await Promise.all(files.map(sqlFile));
  await sql.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lock})`);
    await tx.script(`create schema if not exists ${schema}`);
    const [found] = await tx.query<{ filled: boolean }>("select to_regclass('campaigns') is not null as filled");
    if (found?.filled) return;
    for (const script of scripts) await tx.script(script);
  });
}
