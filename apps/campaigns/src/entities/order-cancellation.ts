import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";
import type { OrderStatus } from "./orders.js";

export interface CancelledOrder {
  id: number;
  status: "cancelled";
  refunded_with_it: string;
  currency: string;
  cancelled_at: string;
}

export interface CancellationRequest {
  orderId: number;
  /** What was shown: the order's status, what had been refunded, and what is refunded with the cancellation. */
  status: OrderStatus;
  alreadyRefunded: string;
  refund: string;
  reason: string;
}

/** Cancels the order and books the refund of what is left of it, if it still is as it was shown. */
export async function cancelOrder(
  tx: SqlClient,
  operationId: string,
  request: CancellationRequest,
): Promise<CancelledOrder> {
  const { orderId, status, alreadyRefunded, refund, reason } = request;
  const [cancelled] = await tx.query<CancelledOrder>(
    `update orders set status = 'cancelled', refunded = refunded + $4::numeric
     where id = $1 and status = $2 and refunded = $3::numeric
     returning id, status, $4::text as refunded_with_it, currency, iso_time(updated_at) as cancelled_at`,
    [orderId, status, alreadyRefunded, refund],
  );
  if (!cancelled) throw new NotExecuted(`Order #${orderId} is no longer as it was shown`);
  await tx.query(
    `insert into refunds (operation_id, order_id, amount, reason)
     select $1, $2, $3::numeric, $4 where $3::numeric > 0`,
    [operationId, orderId, refund, reason],
  );
  return cancelled;
}
