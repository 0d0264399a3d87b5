import { defineTier2Tool } from "@holdpoint/tier2-core";
import * as z from "zod";

/** A tool of the walk-through alone: it demands a level of confirmation that nothing here can give. */
export const signedRefund = defineTier2Tool({
  name: "refund_order_signed",
  title: "Refund order, signed",
  description: "Pay an order back once an approver has signed it.",
  input: z.strictObject({ order_id: z.int() }),
  category: "refund",
  level: () => "L3",
  preview: ({ order_id }) => ({ summary: `Will refund order #${order_id}.`, preview: { order_id } }),
  execute() {
    throw new Error("reached without an approver");
  },
});
