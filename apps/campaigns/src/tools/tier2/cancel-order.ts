import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { putDown } from "../../entities/ledger.js";
import { type CancelledOrder, cancelOrder } from "../../entities/order-cancellation.js";
import { order } from "../../entities/orders.js";
import { amountOf, cents } from "../../money/cents.js";
import { shownAmount } from "../../money/shown.js";

const tool = "cancel_order";

const done = (order: CancelledOrder) => ({
  message: `Order ${order.id} cancelled, ${shownAmount(order.refunded_with_it, order.currency)} refunded with it`,
  details: { order },
});

export const cancelOrderTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Cancel order",
    description:
      "Cancel an order of the shop. What the customer has paid and was not refunded yet is refunded with it. A " +
      "cancelled order cannot be taken up again.",
    input: z.strictObject({
      order_id: z.int().positive().describe("The order's id, as list_orders gives it."),
      reason: z.string().trim().min(3).max(200).describe("Why, for the books: one sentence."),
    }),
    category: "refund",
    transaction: db.store,
    async preview({ order_id, reason }, { tx = db }) {
      const found = await order(tx, order_id);
      if (!found) return refuse(`Order #${order_id} not found`);
      const { customer, total, refunded, currency, status, version } = found;
      if (status === "cancelled") return refuse(`Order #${order_id} is cancelled already`);
      const refund = status === "paid" ? amountOf(cents(total) - cents(refunded)) : "0.00";
      return {
        summary:
          `Will cancel order #${order_id} of ${customer} (${status}, total ${shownAmount(total, currency)}) and refund ` +
          `${shownAmount(refund, currency)} with it.`,
        preview: {
          order_id,
          customer,
          current_status: status,
          currency,
          order_total: total,
          already_refunded: refunded,
          refund,
          reason,
        },
        stateVersion: String(version),
        material: {
          amount: { value: refund, currency },
          target: `order:${order_id}`,
          destination: customer,
          reversibility: "irreversible",
        },
      };
    },
    async execute({ order_id: orderId, reason }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const { current_status: status, already_refunded: alreadyRefunded, refund } = preview;
      const request = { orderId, status, alreadyRefunded, refund, reason };
      return done(await cancelOrder(tx, operationId, request));
    },
  });
