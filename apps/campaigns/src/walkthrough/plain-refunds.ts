import { randomUUID } from "node:crypto";
import express from "express";
import type { Sql } from "../database/sql.js";
import { putDown } from "../entities/ledger.js";
import { order } from "../entities/orders.js";
import { refundOrder } from "../entities/refunds.js";

/** The control: the same refund as an ordinary route, with the same transaction and no guard. It has no token to replay. */
export const plainRefunds = (sql: Sql) =>
  express()
    .use(express.json())
    .post("/refund", async (req, res) => {
      const { order_id: orderId, amount, reason } = req.body as { order_id: number; amount: string; reason: string };
      const operationId = randomUUID();
      const refund = await sql.transaction(async (tx) => {
        const { refunded: alreadyRefunded = "" } = (await order(tx, orderId)) ?? {};
        await putDown(tx, operationId, "plain refund");
        return refundOrder(tx, operationId, { orderId, amount, alreadyRefunded, reason });
      });
      res.json({ message: `Order ${orderId} refunded by ${amount}`, refund });
    });
