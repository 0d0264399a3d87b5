import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { amountOf, cents } from "../../money/cents.js";
import { shownAmount } from "../../money/shown.js";
import type { NativeCheckout, NativeOrder } from "../../outside/native-checkout.js";
import { nativeOrderId } from "./native-order-argument.js";
import { answerOf, reconciled } from "./outside-outcome.js";

const done = (order: NativeOrder) => ({
  message: `Native order ${order.id} cancelled, ${shownAmount(order.refunded, order.currency)} refunded in total`,
  details: { order },
});

export const cancelNativeOrder = (checkout: NativeCheckout) =>
  defineTier2Tool({
    name: "cancel_native_order",
    title: "Cancel native order",
    description:
      "Have the payment provider of the native checkout cancel an order that was not shipped yet and pay back what was " +
      "not refunded. A cancelled order cannot be taken up again.",
    input: z.strictObject({ native_order_id: nativeOrderId }),
    category: "refund",
    async preview({ native_order_id: id }) {
      const order = await checkout.find(id);
      if (!order) return refuse(`Native order ${id} not found`);
      const { customer, total, refunded, currency, status, version } = order;
      if (status !== "paid") return refuse(`Native order ${id} is ${status}: it cannot be cancelled`);
      const refund = amountOf(cents(total) - cents(refunded));
      return {
        summary:
          `Will cancel native order ${id} of ${customer} (total ${shownAmount(total, currency)}) and pay ` +
          `${shownAmount(refund, currency)} back through the payment provider.`,
        preview: {
          native_order_id: id,
          customer,
          current_status: status,
          currency,
          order_total: total,
          already_refunded: refunded,
          refund,
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
      return done(await answerOf(checkout.payBack(operationId, { id, version, refund, cancel: true })));
    },
    reconcile: async (_params, { operationId }) => reconciled(await checkout.settle(operationId), done),
  });
