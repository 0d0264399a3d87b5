import type { SqlClient } from "../database/sql.js";

export interface EmailList {
  id: number;
  name: string;
  created_at: string;
}

/** A list with what would go with it. */
export interface EmailListContents {
  id: number;
  name: string;
  subscribers: number;
  /** SHA-256 over the addresses in order: another set of subscribers has another digest. */
  subscribers_digest: string;
  sequence_steps: number;
  conversion_triggers: number;
  bound_landings: number;
}

const columns = "id, name, iso_time(created_at) as created_at";
const countOf = (table: string) => `(select count(*)::int from ${table} where list_id = l.id)`;

export const listEmailLists = (sql: SqlClient) =>
  sql.query<EmailList & { subscribers: number }>(
    `select ${columns}, ${countOf("email_subscribers")} as subscribers from email_lists l order by id`,
  );

/** Undefined if there is a list of that name. */
export async function createEmailList(sql: SqlClient, name: string): Promise<EmailList | undefined> {
  const [list] = await sql.query<EmailList>(
    `insert into email_lists (name) values ($1) on conflict (name) do nothing returning ${columns}`,
    [name],
  );
  return list;
}

/** Undefined if there is no such list, or another one of that name. */
export async function renameEmailList(sql: SqlClient, id: number, name: string): Promise<EmailList | undefined> {
  const [list] = await sql.query<EmailList>(
    `update email_lists set name = $2
     where id = $1 and not exists (select from email_lists where name = $2 and id <> $1) returning ${columns}`,
    [id, name],
  );
  return list;
}

export async function emailListContents(sql: SqlClient, id: number): Promise<EmailListContents | undefined> {
  const [contents] = await sql.query<EmailListContents>(
    `select id, name,
       ${countOf("email_subscribers")} as subscribers,
       digest_of(coalesce(
         (select string_agg(email, E'\\n' order by email) from email_subscribers where list_id = l.id), ''))
         as subscribers_digest,
       ${countOf("email_sequence_steps")} as sequence_steps,
       ${countOf("email_conversion_triggers")} as conversion_triggers,
       ${countOf("landing_email_lists")} as bound_landings
     from email_lists l where id = $1`,
    [id],
  );
  return contents;
}
