import { createHash } from "node:crypto";
import type { Sql, SqlClient } from "../database/sql.js";
import { RequestRefused, request, settleRequest } from "./requests.js";

export const environments = ["production", "staging"] as const;
export type Environment = (typeof environments)[number];

/** A migration as it stands now, and the schema that it would meet. */
export interface Migration {
  environment: Environment;
  id: number;
  title: string;
  statement: string;
  /** SHA-256 of the statement, in hex. */
  fingerprint: string;
  schema_version: number;
}

type Named = Pick<Migration, "environment" | "id">;
type Shown = Pick<Migration, "environment" | "id" | "fingerprint" | "schema_version">;
export type Applied = Shown;

/** The service that migrates the databases of the environments: once per key, and only what was reviewed. */
export const schemaMigrations = (sql: Sql) => ({
  find: (named: Named) => find(sql, named, ""),

  /** @throws RequestRefused unless migration and schema still are what was shown */
  apply: (key: string, shown: Shown) => request(sql, key, (tx) => apply(tx, key, shown)),

  /** Asks the record; where it has nothing of this key, the key is closed, so that a late request is refused. */
  settle: (key: string) => settleRequest<Applied>(sql, key),
});

export type SchemaMigrations = ReturnType<typeof schemaMigrations>;

async function apply(tx: SqlClient, key: string, shown: Shown): Promise<Applied> {
  const now = await find(tx, shown, "for update");
  if (now?.fingerprint !== shown.fingerprint)
    throw new RequestRefused("The migration is not the one that was reviewed");
  if (now.schema_version !== shown.schema_version) throw new RequestRefused("The schema has another version by now");
  await tx.query(now.statement);
  await tx.query("update outside_environments set schema_version = $2 where name = $1", [now.environment, now.id]);
  const { environment, id, fingerprint } = now;
  await tx.query(
    `insert into outside_migration_record (operation_id, environment, migration, fingerprint, schema_version)
     values ($1, $2, $3, $4, $3)`,
    [key, environment, id, fingerprint],
  );
  return { environment, id, fingerprint, schema_version: id };
}

async function find(sql: SqlClient, { environment, id }: Named, lock: "" | "for update") {
  const [row] = await sql.query<Omit<Migration, "fingerprint">>(
    `select m.environment, m.id, m.title, m.statement, e.schema_version
     from outside_environments e join outside_migrations m on m.environment = e.name
     where e.name = $1 and m.id = $2 ${lock}`,
    [environment, id],
  );
  return row && { ...row, fingerprint: createHash("sha256").update(row.statement).digest("hex") };
}
