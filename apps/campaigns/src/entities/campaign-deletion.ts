import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";
import { type CampaignTotals, campaignTotals } from "./campaigns.js";

export interface DeletedCampaign {
  id: number;
  name: string;
  deleted_flows: number;
  deleted_at: string;
}

export type ShownCampaign = Pick<CampaignTotals, "id" | "name" | "active_flows" | "total_flows">;

/** Deletes the campaign with its flows and its traffic, if it still is what was shown. */
export async function deleteCampaign(tx: SqlClient, shown: ShownCampaign): Promise<DeletedCampaign> {
  await tx.query("select id from campaigns where id = $1 for update", [shown.id]);
  const current = await campaignTotals(tx, shown.id);
  if (!current || !sameAs(shown, current)) throw new NotExecuted(`Campaign #${shown.id} is no longer as it was shown`);
  const [deleted] = await tx.query<DeletedCampaign>(
    "delete from campaigns where id = $1 returning id, name, $2::int as deleted_flows, iso_time(now()) as deleted_at",
    [current.id, current.total_flows],
  );
  if (!deleted) throw new NotExecuted(`Campaign #${shown.id} is gone`);
  return deleted;
}

const sameAs = (shown: ShownCampaign, current: CampaignTotals) =>
  shown.name === current.name &&
  shown.active_flows === current.active_flows &&
  shown.total_flows === current.total_flows;
