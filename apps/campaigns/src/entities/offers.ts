import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";

export interface Offer {
  id: number;
  name: string;
  payout: string;
  updated_at: string;
}

export interface OfferInUse extends Offer {
  currency: string;
  /** Active campaigns with at least one active flow to the offer. */
  active_campaigns: number;
  version: number;
}

const columns = "id, name, payout::text, iso_time(updated_at) as updated_at";

const inUse = `select ${columns}, currency, version,
    (select count(distinct c.id)::int
     from flows f join campaigns c on c.id = f.campaign_id
     where f.offer_id = offers.id and f.status = 'active' and c.status = 'active') as active_campaigns
  from offers`;

export const listOffers = (sql: SqlClient) => sql.query<OfferInUse>(`${inUse} order by id`);

export async function offerInUse(sql: SqlClient, id: number): Promise<OfferInUse | undefined> {
  const [offer] = await sql.query<OfferInUse>(`${inUse} where id = $1`, [id]);
  return offer;
}

/** Changes the payout, if it still is the one that was shown. */
export async function updatePayout(tx: SqlClient, change: { id: number; from: string; to: string }): Promise<Offer> {
  const [offer] = await tx.query<Offer>(
    `update offers set payout = $3::numeric where id = $1 and payout = $2::numeric returning ${columns}`,
    [change.id, change.from, change.to],
  );
  if (!offer) throw new NotExecuted(`Offer #${change.id} no longer pays ${change.from}`);
  return offer;
}
