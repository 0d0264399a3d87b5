import { createHash } from "node:crypto";
import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";
import { amountOf, cents } from "../money/cents.js";
import { type ProductSelection, selected, selectionValues } from "./products.js";

export interface PriceChange {
  id: number;
  name: string;
  old_price: string;
  new_price: string;
}

export interface PricePlan {
  changes: PriceChange[];
  /** SHA-256 over ids, old and new prices: names every single change that was shown. */
  changesDigest: string;
  totalBefore: string;
  totalAfter: string;
}

export interface UpdatedPrices {
  updated_products: number;
  total_before: string;
  total_after: string;
  updated_at: string;
}

/** What the rule would do now. Prices are rounded to the cent, halves up. `changePct` is decimal text, like "-7.5". */
export const planPrices = (sql: SqlClient, selection: ProductSelection, changePct: string) =>
  plan(sql, selection, changePct, "");

/** Changes exactly the products and prices that were shown, or none. */
export async function updatePrices(
  tx: SqlClient,
  request: { selection: ProductSelection; changePct: string; changesDigest: string },
): Promise<UpdatedPrices> {
  const planned = await plan(tx, request.selection, request.changePct, "for update");
  if (planned.changesDigest !== request.changesDigest)
    throw new NotExecuted("The selected products are no longer as they were shown");
  const [written] = await tx.query<{ count: number; at: string }>(
    `with written as (
         update products p set price = c.price
         from unnest($1::int[], $2::numeric[]) as c (id, price) where p.id = c.id returning p.id)
       select count(*)::int as count, iso_time(now()) as at from written`,
    [planned.changes.map(({ id }) => id), planned.changes.map(({ new_price }) => new_price)],
  );
  if (written?.count !== planned.changes.length) throw new NotExecuted("Not every selected product could be changed");
  return {
    updated_products: written.count,
    total_before: planned.totalBefore,
    total_after: planned.totalAfter,
    updated_at: written.at,
  };
}

async function plan(sql: SqlClient, selection: ProductSelection, changePct: string, lock: string): Promise<PricePlan> {
  const changes = await sql.query<PriceChange>(
    `select id, name, price::text as old_price, round(price * (100 + $4::numeric) / 100, 2)::text as new_price
     from products where ${selected} order by id ${lock}`,
    [...selectionValues(selection), changePct],
  );
  return {
    changes,
    changesDigest: digest(changes.map(({ id, old_price, new_price }) => [id, old_price, new_price])),
    totalBefore: total(changes.map(({ old_price }) => old_price)),
    totalAfter: total(changes.map(({ new_price }) => new_price)),
  };
}

const digest = (parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

const total = (prices: readonly string[]) => amountOf(prices.reduce((sum, price) => sum + cents(price), 0n));
