import { randomBytes } from "node:crypto";
import { anyPostgres } from "@holdpoint/test-servers";
import { Pool } from "pg";
import { recordsSchema } from "../database/database.js";
import { poolSql } from "../database/pool-sql.js";
import type { Sql } from "../database/sql.js";
import type { Stage } from "./chapter.js";

/** A Postgres server of its own, or that of DATABASE_URL, and schemas on it that are gone when the chapter ends. */
export interface ServerDatabase {
  readonly url: string;
  readonly schema: string;
  /** The walk-through's own connection to it. */
  readonly sql: Sql;
  /** How many confirmations there are of each status. */
  confirmations(): Promise<Record<string, number>>;
}

export async function serverDatabase({ atEnd }: Pick<Stage, "atEnd">): Promise<ServerDatabase> {
  const server = await anyPostgres();
  atEnd(() => server.close());
  const schema = `campaigns_demo_${randomBytes(4).toString("hex")}`;
  const pool = new Pool({ connectionString: server.url, options: `-c search_path=${schema}` });
  pool.on("error", () => {}); // a connection that idles when the server is stopped
  const sql = poolSql(pool);
  const records = recordsSchema(schema);
  atEnd(async () => {
    await pool.query(`drop schema if exists ${schema}, ${records} cascade`);
    await pool.end();
  });
  return {
    url: server.url,
    schema,
    sql,
    async confirmations() {
      const rows = await sql.query<{ status: string; count: number }>(
        `select state::json ->> 'status' as status, count(*)::int from ${records}.record where id like 'c:%' group by 1`,
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
  };
}
