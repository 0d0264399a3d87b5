import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";

/** What a campaign is reckoned to pay for each click, in USD: its profit is reported by it. */
export interface CampaignCost {
  id: number;
  name: string;
  status: string;
  cost_per_click: string;
  updated_at: string;
}

const columns = "id, name, status, cost_per_click::text, iso_time(updated_at) as updated_at";

export async function campaignCost(
  sql: SqlClient,
  id: number,
): Promise<(CampaignCost & { version: number }) | undefined> {
  const [cost] = await sql.query<CampaignCost & { version: number }>(
    `select ${columns}, version from campaigns where id = $1`,
    [id],
  );
  return cost;
}

/** Changes the cost, if it still is the one that was shown. */
export async function updateCost(
  tx: SqlClient,
  change: { id: number; from: string; to: string },
): Promise<CampaignCost> {
  const [changed] = await tx.query<CampaignCost>(
    `update campaigns set cost_per_click = $3::numeric where id = $1 and cost_per_click = $2::numeric
     returning ${columns}`,
    [change.id, change.from, change.to],
  );
  if (!changed) throw new NotExecuted(`Campaign #${change.id} no longer costs ${change.from} a click`);
  return changed;
}
