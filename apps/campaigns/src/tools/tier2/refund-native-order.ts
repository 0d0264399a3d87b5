import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { amountArgument, amountText } from "../../money/amount-argument.js";
import { amountOf, cents } from "../../money/cents.js";
import { shownAmount } from "../../money/shown.js";
import type { NativeCheckout, NativeOrder } from "../../outside/native-checkout.js";
import { nativeOrderId } from "./native-order-argument.js";
import { answerOf, reconciled } from "./outside-outcome.js";

/** Up to this much, in whatever currency, two steps will do; above it the client's user types the amount. */
const smallRefund = 50;

const done = (order: NativeOrder) => ({
  message: `Native order ${order.id} is now refunded by ${shownAmount(order.refunded, order.currency)} in total`,
  details: { order },
});

export const refundNativeOrder = (checkout: NativeCheckout) =>
  defineTier2Tool({
    name: "refund_native_order",
    title: "Refund native order",
    description:
      "Have the payment provider of the native checkout pay an order back, in full or in part. The money goes to the " +
      "customer's card at once and cannot be collected again. Without amount, all that was not refunded yet is.",
    input: z.strictObject({
      native_order_id: nativeOrderId,
      amount: amountArgument("How much to refund, in the order's currency.").optional(),
    }),
    category: "refund",
    // Without an amount it is all that is left, which nobody has looked at yet.
    level: ({ amount = Number.POSITIVE_INFINITY }) => (amount > smallRefund ? "L2" : "L1"),
    retype: "amount",
    async preview({ native_order_id: id, amount }) {
      const order = await checkout.find(id);
      if (!order) return refuse(`Native order ${id} not found`);
      const { customer, total, refunded, currency, status, version } = order;
      const open = amountOf(cents(total) - cents(refunded));
      const refund = amount === undefined ? open : amountText(amount);
      if (cents(refund) === 0n) return refuse(`Native order ${id} was refunded in full already`);
      if (cents(refund) > cents(open)) {
        return refuse(`Native order ${id} can be refunded by ${shownAmount(open, currency)} at most`);
      }
      return {
        summary:
          `Will pay ${shownAmount(refund, currency)} of native order ${id} (${status}, total ` +
          `${shownAmount(total, currency)}) back to ${customer} through the payment provider.`,
        preview: {
          native_order_id: id,
          customer,
          current_status: status,
          currency,
          order_total: total,
          already_refunded: refunded,
          refund,
          left_after: amountOf(cents(open) - cents(refund)),
          version,
        },
        stateVersion: String(version),
        material: {
          amount: { value: refund, currency },
          target: `native_order:${id}`,
          destination: customer,
          reversibility: "irreversible",
        },
      };
    },
    async execute({ native_order_id: id }, { operationId, preview: { version, refund } }) {
      return done(await answerOf(checkout.payBack(operationId, { id, version, refund, cancel: false })));
    },
    reconcile: async (_params, { operationId }) => reconciled(await checkout.settle(operationId), done),
  });
