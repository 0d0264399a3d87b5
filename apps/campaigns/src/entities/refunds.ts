import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";

export interface Refund {
  id: number;
  order_id: number;
  amount: string;
  currency: string;
  refunded_in_total: string;
  refunded_at: string;
}

export interface RefundRequest {
  orderId: number;
  amount: string;
  /** What had been refunded when the preview was shown. */
  alreadyRefunded: string;
  reason: string;
}

/** Books the refund, if nothing else was refunded since it was shown. */
export async function refundOrder(tx: SqlClient, operationId: string, request: RefundRequest): Promise<Refund> {
  const { orderId, amount, alreadyRefunded, reason } = request;
  const booked = await tx.query(
    `update orders set refunded = refunded + $3::numeric
       where id = $1 and status = 'paid' and refunded = $2::numeric and refunded + $3::numeric <= total
       returning id`,
    [orderId, alreadyRefunded, amount],
  );
  if (booked.length === 0) throw new NotExecuted(`Order #${orderId} is no longer as it was shown`);
  const [refund] = await tx.query<Refund>(
    `with entry as (
         insert into refunds (operation_id, order_id, amount, reason) values ($1, $2, $3::numeric, $4) returning *)
       select e.id, e.order_id, e.amount::text, o.currency, o.refunded::text as refunded_in_total,
         iso_time(e.created_at) as refunded_at
       from entry e join orders o on o.id = e.order_id`,
    [operationId, orderId, amount, reason],
  );
  if (!refund) throw new Error(`Refund of order #${orderId} was not booked`);
  return refund;
}
