import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listOrders } from "../../entities/orders.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listOrdersTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_orders",
    title: "List orders",
    description: "List the orders with their total and what of it was refunded, or those of one status.",
    input: z.strictObject({ status: z.enum(["pending", "paid", "cancelled"]).optional() }),
    readOnly: true,
    async run(filter) {
      const orders = await listOrders(sql, filter);
      return { orders: orders.map(({ version: _, ...order }) => order) };
    },
  });
