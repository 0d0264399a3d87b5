import type { SqlClient } from "../database/sql.js";

/** Every row of every table as text: two equal texts, and nothing in the database is different. */
export async function databaseText(sql: SqlClient): Promise<string> {
  const tables = await sql.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() order by 1",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.query<{ rows: string }>(
      `select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`,
    );
    texts.push(`${name}: ${row?.rows}`);
  }
  return texts.join("\n");
}
