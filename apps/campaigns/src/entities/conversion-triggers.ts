import type { SqlClient } from "../database/sql.js";

export interface ConversionTrigger {
  id: number;
  name: string;
  list_id: number;
  email_list: string;
  event: string;
  status: "active" | "paused";
}

export interface ConversionTriggerInUse extends ConversionTrigger {
  /** How often it has enrolled somebody. It grows by itself, so it is no part of the state. */
  fired: number;
  version: number;
}

const select = `select t.id, t.name, t.list_id, l.name as email_list, t.event, t.status, t.fired, t.version
  from email_conversion_triggers t join email_lists l on l.id = t.list_id`;

export const listConversionTriggers = (sql: SqlClient) => sql.query<ConversionTriggerInUse>(`${select} order by t.id`);

export async function conversionTriggerInUse(sql: SqlClient, id: number): Promise<ConversionTriggerInUse | undefined> {
  const [trigger] = await sql.query<ConversionTriggerInUse>(`${select} where t.id = $1`, [id]);
  return trigger;
}

/** What a deletion stands by: all but what grows by itself. */
export async function conversionTrigger(sql: SqlClient, id: number): Promise<ConversionTrigger | undefined> {
  const found = await conversionTriggerInUse(sql, id);
  if (!found) return undefined;
  const { fired: _, version: __, ...trigger } = found;
  return trigger;
}
