import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { putDown } from "../../entities/ledger.js";
import { order } from "../../entities/orders.js";
import { type Refund, refundOrder } from "../../entities/refunds.js";
import { amountArgument, amountText } from "../../money/amount-argument.js";
import { amountOf, cents } from "../../money/cents.js";
import { shownAmount } from "../../money/shown.js";

const tool = "refund_order";

const done = (refund: Refund) => ({
  message: `Order ${refund.order_id} refunded ${shownAmount(refund.amount, refund.currency)}`,
  details: { refund },
});

export const refundOrderTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Refund order",
    description:
      "Pay an order back to the customer, in full or in part, in the order's currency. Money that was paid " +
      "back cannot be collected again. Without amount, all that was not refunded yet is.",
    input: z.strictObject({
      order_id: z.int().positive().describe("The order's id, as list_orders gives it."),
      amount: amountArgument("How much to refund, in the order's currency.").optional(),
      reason: z.string().trim().min(3).max(200).describe("Why, for the books: one sentence."),
    }),
    category: "refund",
    transaction: db.store,
    async preview({ order_id, amount, reason }, { tx = db }) {
      const found = await order(tx, order_id);
      if (!found) return refuse(`Order #${order_id} not found`);
      const { customer, total, refunded, currency, status, version } = found;
      if (status !== "paid") return refuse(`Order #${order_id} is ${status}: there is nothing to refund`);
      const open = amountOf(cents(total) - cents(refunded));
      const refund = amount === undefined ? open : amountText(amount);
      if (cents(refund) === 0n) return refuse(`Order #${order_id} was refunded in full already`);
      if (cents(refund) > cents(open)) {
        return refuse(`Order #${order_id} can be refunded by ${shownAmount(open, currency)} at most`);
      }
      return {
        summary:
          `Will refund ${shownAmount(refund, currency)} of order #${order_id} ` +
          `(total ${shownAmount(total, currency)}) to ${customer}.`,
        preview: {
          order_id,
          customer,
          currency,
          order_total: total,
          already_refunded: refunded,
          refund,
          left_after: amountOf(cents(open) - cents(refund)),
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
    async execute({ order_id, reason }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const { refund: amount, already_refunded: alreadyRefunded } = preview;
      const request = { orderId: order_id, amount, alreadyRefunded, reason };
      return done(await refundOrder(tx, operationId, request));
    },
  });
