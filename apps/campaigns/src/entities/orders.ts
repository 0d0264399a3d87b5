import type { SqlClient } from "../database/sql.js";

export type OrderStatus = "pending" | "paid" | "cancelled";

export interface Order {
  id: number;
  customer: string;
  total: string;
  refunded: string;
  currency: string;
  status: OrderStatus;
  version: number;
  created_at: string;
}

const select = `select id, customer, total::text, refunded::text, currency, status, version,
    iso_time(created_at) as created_at
  from orders`;

export const listOrders = (sql: SqlClient, filter: { status?: OrderStatus | undefined }) =>
  sql.query<Order>(`${select} where $1::text is null or status = $1 order by id`, [filter.status ?? null]);

export async function order(sql: SqlClient, id: number): Promise<Order | undefined> {
  const [found] = await sql.query<Order>(`${select} where id = $1`, [id]);
  return found;
}
