import type { Sql, SqlClient } from "../database/sql.js";
import { type Fate, RequestRefused, request, settleRequest } from "./requests.js";

/** A campaign at an ad network, which buys the clicks of one of ours. */
export interface SourceCampaign {
  id: string;
  network: string;
  name: string;
  tracks_campaign: number;
  status: "active" | "paused";
  daily_budget: string;
  bid: string;
  currency: string;
  version: number;
}

/** What is to be set, and the version that it is meant for. */
export interface SourceChange {
  id: string;
  version: number;
  set: Partial<Pick<SourceCampaign, "status" | "daily_budget" | "bid">>;
}

/** The ad networks' API. A change happens once under its key; a change to another version is refused. */
export interface AdNetworks {
  list(filter?: { tracks?: number | undefined }): Promise<SourceCampaign[]>;
  find(id: string): Promise<SourceCampaign | undefined>;
  /** @throws RequestRefused */
  change(key: string, change: SourceChange): Promise<SourceCampaign>;
  /** Whether the change with this key happened. If not, it no longer can. */
  settle(key: string): Promise<Fate<SourceCampaign>>;
}

const columns = "id, network, name, tracks_campaign, status, daily_budget::text, bid::text, currency, version";

/** Stands in for the networks. Its tables are theirs: see schema/outside.sql. */
export const adNetworks = (sql: Sql): AdNetworks => ({
  list: ({ tracks } = {}) =>
    sql.query<SourceCampaign>(
      `select ${columns} from outside_source_campaigns where $1::int is null or tracks_campaign = $1 order by id`,
      [tracks ?? null],
    ),
  find: (id) => find(sql, id),
  change: (key, change) => request(sql, key, (tx) => apply(tx, change)),
  settle: (key) => settleRequest<SourceCampaign>(sql, key),
});

async function find(sql: SqlClient, id: string): Promise<SourceCampaign | undefined> {
  const [found] = await sql.query<SourceCampaign>(`select ${columns} from outside_source_campaigns where id = $1`, [
    id,
  ]);
  return found;
}

async function apply(tx: SqlClient, { id, version, set }: SourceChange): Promise<SourceCampaign> {
  const [changed] = await tx.query<SourceCampaign>(
    `update outside_source_campaigns set status = coalesce($3, status),
       daily_budget = coalesce($4::numeric, daily_budget), bid = coalesce($5::numeric, bid)
     where id = $1 and version = $2 returning ${columns}`,
    [id, version, set.status ?? null, set.daily_budget ?? null, set.bid ?? null],
  );
  if (!changed) throw new RequestRefused(`${id} has changed since`);
  return changed;
}
