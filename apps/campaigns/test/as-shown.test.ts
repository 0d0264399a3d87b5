import { expect, test } from "vitest";
import type { SqlClient } from "../src/database/sql.js";
import { updateCost } from "../src/entities/campaign-costs.js";
import { cloakingWorkflow } from "../src/entities/cloaking-workflows.js";
import { collection } from "../src/entities/collections.js";
import { conversionTrigger } from "../src/entities/conversion-triggers.js";
import { deleteShown } from "../src/entities/delete-shown.js";
import { createDownloadLink } from "../src/entities/download-links.js";
import { emailListContents } from "../src/entities/email-lists.js";
import { putDown } from "../src/entities/ledger.js";
import { cancelOrder } from "../src/entities/order-cancellation.js";
import { productInUse } from "../src/entities/products.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { freshDatabase } from "./fresh-database.js";

const database = freshDatabase();

/** What was shown of something, still at hand when somebody has changed it since. */
type Late = (tx: SqlClient) => Promise<unknown>;

function deletion<Facts extends { id: number; name: string }>(
  table: Parameters<typeof deleteShown>[1],
  id: number,
  read: (sql: SqlClient, id: number) => Promise<Facts | undefined>,
) {
  return async (): Promise<Late> => {
    const shown = await read(database, id);
    if (!shown) throw new Error(`No ${table} ${id}`);
    return (tx) => deleteShown(tx, table, shown, read);
  };
}

const cancellation = {
  orderId: 5004,
  status: "paid",
  alreadyRefunded: "20.00",
  refund: "39.80",
  reason: "twice",
} as const;
const link = { documentId: 81, version: 1, expiresAt: "2030-01-01T00:00:00Z", secret: "s" };
const fixed = (late: Late) => async () => late;

// The engine asks for the state again before each of these; the handlers look once more, where they hold the lock.
const changes: readonly (readonly [string, () => Promise<Late>, string])[] = [
  [
    "an e-mail list got a subscriber",
    deletion("email_lists", 1, emailListContents),
    "insert into email_subscribers (list_id, email) values (1, 'late@example.com')",
  ],
  [
    "a collection got another product for one of its own",
    deletion("collections", 31, collection),
    "update collection_products set product_id = 213 where collection_id = 31 and product_id = 215",
  ],
  ["a product costs more", deletion("products", 206, productInUse), "update products set price = 23 where id = 206"],
  [
    "a workflow has another rule",
    deletion("cloaking_workflows", 51, cloakingWorkflow),
    "update cloaking_rules set rule = 'none' where workflow_id = 51",
  ],
  [
    "a trigger was paused",
    deletion("email_conversion_triggers", 61, conversionTrigger),
    "update email_conversion_triggers set status = 'paused' where id = 61",
  ],
  [
    "a campaign costs more",
    fixed((tx) => updateCost(tx, { id: 43, from: "0.10", to: "0.12" })),
    "update campaigns set cost_per_click = 0.11 where id = 43",
  ],
  [
    "an order was refunded in part",
    fixed(async (tx) => {
      await putDown(tx, "op_1", "cancel_order");
      return cancelOrder(tx, "op_1", cancellation);
    }),
    "update orders set refunded = 30 where id = 5004",
  ],
  [
    "a document has another content",
    fixed(async (tx) => {
      await putDown(tx, "op_1", "create_download_link");
      return createDownloadLink(tx, "op_1", link);
    }),
    "update documents set content = 'other' where id = 81",
  ],
];

test.each(changes)("nothing is done when %s since it was shown", async (_what, shown, meanwhile) => {
  const late = await shown();
  await database.query(meanwhile);
  const before = await databaseText(database);
  await expect(database.transaction(late)).rejects.toMatchObject({ code: "not_executed" });
  expect(await databaseText(database)).toBe(before);
});

test.each(changes)("it is done, were it not that %s", async (_what, shown) => {
  const before = await databaseText(database);
  await database.transaction(await shown());
  expect(await databaseText(database)).not.toBe(before);
});
