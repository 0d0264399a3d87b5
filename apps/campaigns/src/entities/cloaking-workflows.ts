import type { SqlClient } from "../database/sql.js";

export interface CloakingWorkflow {
  id: number;
  name: string;
  rules: number;
  /** SHA-256 over the rules' ids and versions: names them as they stand. */
  rules_digest: string;
  /** Active campaigns whose clicks it decides about. */
  active_campaigns: string[];
}

const select = `select w.id, w.name,
    (select count(*)::int from cloaking_rules where workflow_id = w.id) as rules,
    digest_of(coalesce(
      (select string_agg(id || ':' || version, ',' order by id) from cloaking_rules where workflow_id = w.id), ''))
      as rules_digest,
    coalesce((select json_agg(c.name order by c.id) from campaigns c join cloaked_campaigns u on u.campaign_id = c.id
      where u.workflow_id = w.id and c.status = 'active'), '[]') as active_campaigns
  from cloaking_workflows w`;

export const listCloakingWorkflows = (sql: SqlClient) => sql.query<CloakingWorkflow>(`${select} order by w.id`);

export async function cloakingWorkflow(sql: SqlClient, id: number): Promise<CloakingWorkflow | undefined> {
  const [workflow] = await sql.query<CloakingWorkflow>(`${select} where w.id = $1`, [id]);
  return workflow;
}
