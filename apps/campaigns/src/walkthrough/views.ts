import type { View } from "./observe.js";
import type { Row } from "./table.js";

// The rows that tell a chapter's story, and what they must be. `operations` counts the proofs of execution that
// the database holds, each written in the transaction of its effect.

const operations = "(select count(*)::int from operations) as operations";

export const campaign42: View = `select
  (select name from campaigns where id = 42) as "campaign 42",
  (select count(*)::int from flows where campaign_id = 42) as flows,
  (select count(*)::int from traffic where campaign_id = 42) as "days of traffic", ${operations}`;

export const campaign42There: readonly Row[] = [
  { "campaign 42": "Black Friday FR", flows: 14, "days of traffic": 30, operations: 0 },
];
export const campaign42Gone: readonly Row[] = [{ "campaign 42": null, flows: 0, "days of traffic": 0, operations: 1 }];

export const offer12: View = `select id, name, payout::text, version, ${operations} from offers where id = 12`;

export const offer12Is = (payout: string, version: number, operations: number): readonly Row[] => [
  { id: 12, name: "Sweepstakes FR Gold", payout, version, operations },
];

export const offer12Untouched = offer12Is("4.50", 1, 0);

export const order5002: View = `select id, total::text, refunded::text, currency,
    (select count(*)::int from refunds where order_id = 5002) as refunds, ${operations}
  from orders where id = 5002`;

export const order5002Is = (refunded: string, refunds: number): readonly Row[] => [
  { id: 5002, total: "129.00", refunded, currency: "USD", refunds, operations: refunds },
];

export const ledger: View = "select tool from operations order by at, operation_id";

/** What the ad network has, and the keys under which it was asked: tables of its own, not of the example's. */
export const source901: View = `select id, daily_budget::text, version,
    (select count(*)::int from outside_requests where outcome = 'completed') as "requests carried out"
  from outside_source_campaigns where id = 'src_901'`;

export const source901Is = (daily_budget: string, version: number, requests = 0): readonly Row[] => [
  { id: "src_901", daily_budget, version, "requests carried out": requests },
];

export const requests: View = "select outcome from outside_requests order by at, key";

export const migration7 = "select environment, migration, schema_version from outside_migration_record";
export const migration7Applied = [{ environment: "production", migration: 7, schema_version: 7 }];
