import type { SqlClient } from "../database/sql.js";

export type CampaignStatus = "active" | "paused";

export interface Campaign {
  id: number;
  name: string;
  country: string;
  status: CampaignStatus;
  created_at: string;
  updated_at: string;
}

/** A campaign with what it has gathered since it was created. */
export interface CampaignTotals extends Campaign {
  active_flows: number;
  total_flows: number;
  lifetime_clicks: number;
  lifetime_revenue: string;
  /** Names the campaign and its flows as they stand. Not the traffic: a live campaign's grows all the time. */
  state: string;
}

const columns = "id, name, country, status, iso_time(created_at) as created_at, iso_time(updated_at) as updated_at";

export const listCampaigns = (sql: SqlClient, filter: { status?: CampaignStatus | undefined }) =>
  sql.query<Campaign>(`select ${columns} from campaigns where $1::text is null or status = $1 order by id`, [
    filter.status ?? null,
  ]);

/** One statement, so that the figures and the state that they belong to come from one snapshot. */
export async function campaignTotals(sql: SqlClient, id: number): Promise<CampaignTotals | undefined> {
  const [campaign] = await sql.query<CampaignTotals>(
    `select ${columns},
       (select count(*)::int from flows where campaign_id = c.id and status = 'active') as active_flows,
       (select count(*)::int from flows where campaign_id = c.id) as total_flows,
       (select coalesce(sum(clicks), 0)::int from traffic where campaign_id = c.id) as lifetime_clicks,
       (select coalesce(sum(revenue), 0.00)::text from traffic where campaign_id = c.id) as lifetime_revenue,
       version || ';' || coalesce(
         (select string_agg(id || ':' || version, ',' order by id) from flows where campaign_id = c.id), '') as state
     from campaigns c where id = $1`,
    [id],
  );
  return campaign;
}

export async function createCampaign(sql: SqlClient, fields: { name: string; country: string }) {
  const [campaign] = await sql.query<Campaign>(
    `insert into campaigns (name, country, status) values ($1, $2, 'paused')
     on conflict (name) do nothing returning ${columns}`,
    [fields.name, fields.country],
  );
  return campaign;
}

export async function setCampaignStatus(sql: SqlClient, id: number, status: CampaignStatus) {
  const [campaign] = await sql.query<Campaign>(`update campaigns set status = $2 where id = $1 returning ${columns}`, [
    id,
    status,
  ]);
  return campaign;
}
