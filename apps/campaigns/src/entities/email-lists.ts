import type { SqlClient } from "../database/sql.js";

export interface EmailList {
  id: number;
  name: string;
  created_at: string;
}

/** Undefined if there is a list of that name. */
export async function createEmailList(sql: SqlClient, name: string): Promise<EmailList | undefined> {
  const [list] = await sql.query<EmailList>(
    `insert into email_lists (name) values ($1) on conflict (name) do nothing
     returning id, name, iso_time(created_at) as created_at`,
    [name],
  );
  return list;
}
