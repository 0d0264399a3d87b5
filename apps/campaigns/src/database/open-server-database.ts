import { migrateAudit, postgresSink } from "@holdpoint/tier2-audit/postgres";
import { migrate } from "@holdpoint/tier2-store-postgres";
import { Pool } from "pg";
import { defaultSchema, type OpenDatabase, recordsSchema, storeBeside, transactionsOf } from "./database.js";
import { fillDatabase } from "./fill-database.js";
import { poolSql } from "./pool-sql.js";

export interface ServerOptions {
  readonly url: string;
  /** Where the example's tables are; made the first time. Nothing outside of it and of `<schema>_holdpoint` is touched. */
  readonly schema?: string | undefined;
}

const plainName = /^[a-z_][a-z0-9_]{0,40}$/;

/** The example's database on a Postgres server. Any number of processes may open it, also for the first time. */
export async function openServerDatabase({ url, schema = defaultSchema }: ServerOptions): Promise<OpenDatabase> {
  if (!plainName.test(schema)) throw new Error(`"${schema}" is no plain schema name: a-z, 0-9 and _`);
  const pool = new Pool({ connectionString: url, options: `-c search_path=${schema}`, application_name: schema });
  pool.on("error", (error) => console.error(`An idle connection to the database broke: ${error.message}`));
  try {
    const sql = poolSql(pool);
    await fillDatabase(sql, schema);
    const records = recordsSchema(schema);
    await migrate({ client: pool, schema: records });
    await migrateAudit({ client: pool, schema: records });
    const store = storeBeside(pool, sql, schema);
    await store.checkSetup();
    const auditSink = postgresSink({ client: pool, schema: records, transactions: transactionsOf(sql) });
    return { ...sql, store, auditSink, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
