import type { Sql, SqlClient } from "../database/sql.js";
import { type Fate, RequestRefused, request, settleRequest } from "./requests.js";

/** An order that was placed and paid at the native checkout, which its payment provider keeps. */
export interface NativeOrder {
  id: string;
  customer: string;
  total: string;
  refunded: string;
  currency: string;
  status: "paid" | "shipped" | "cancelled";
  version: number;
}

export interface MoneyBack {
  id: string;
  version: number;
  refund: string;
  /** Cancels the order with it. */
  cancel: boolean;
}

/** The payment provider's API. A payment happens once under its key; one for another version is refused. */
export interface NativeCheckout {
  list(): Promise<NativeOrder[]>;
  find(id: string): Promise<NativeOrder | undefined>;
  /** @throws RequestRefused */
  payBack(key: string, moneyBack: MoneyBack): Promise<NativeOrder>;
  /** Whether the payment with this key happened. If not, it no longer can. */
  settle(key: string): Promise<Fate<NativeOrder>>;
}

const columns = "id, customer, total::text, refunded::text, currency, status, version";

/** Stands in for the provider. Its tables are its own: see schema/outside.sql. */
export const nativeCheckout = (sql: Sql): NativeCheckout => ({
  list: () => sql.query<NativeOrder>(`select ${columns} from outside_native_orders order by id`),
  async find(id) {
    const [found] = await sql.query<NativeOrder>(`select ${columns} from outside_native_orders where id = $1`, [id]);
    return found;
  },
  payBack: (key, moneyBack) => request(sql, key, (tx) => apply(tx, moneyBack)),
  settle: (key) => settleRequest<NativeOrder>(sql, key),
});

async function apply(tx: SqlClient, { id, version, refund, cancel }: MoneyBack): Promise<NativeOrder> {
  const [changed] = await tx.query<NativeOrder>(
    `update outside_native_orders
     set refunded = refunded + $3::numeric, status = case when $4 then 'cancelled' else status end
     where id = $1 and version = $2 and refunded + $3::numeric <= total returning ${columns}`,
    [id, version, refund, cancel],
  );
  if (!changed) throw new RequestRefused(`${id} has changed since`);
  return changed;
}
