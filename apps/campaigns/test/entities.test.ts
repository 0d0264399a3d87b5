import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteCampaign } from "../src/entities/campaign-deletion.js";
import { campaignTotals, setCampaignStatus } from "../src/entities/campaigns.js";
import { putDown } from "../src/entities/ledger.js";
import { offerInUse, updatePayout } from "../src/entities/offers.js";
import { order } from "../src/entities/orders.js";
import { planPrices, updatePrices } from "../src/entities/product-prices.js";
import { listProducts } from "../src/entities/products.js";
import { refundOrder } from "../src/entities/refunds.js";
import { createSmtpServer, listSmtpServers, smtpPassword } from "../src/entities/smtp-servers.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { freshDatabase } from "./fresh-database.js";

const sql = freshDatabase();
const notExecuted = { code: "not_executed" };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const count = async (table: string) =>
  (await sql.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;

describe("changing a payout", () => {
  const change = { id: 12, from: "4.50", to: "6.20" };

  test("answers with the offer as it is now", async () => {
    const offer = { id: 12, name: "Sweepstakes FR Gold", payout: "6.20", updated_at: isoTime };
    expect(await updatePayout(sql, change)).toEqual(offer);
    expect(await offerInUse(sql, 12)).toMatchObject({ payout: "6.20", version: 2 });
  });

  test("is not done when the payout is no longer the one that was shown", async () => {
    await sql.query("update offers set payout = 5.00 where id = 12");
    await expect(updatePayout(sql, change)).rejects.toMatchObject(notExecuted);
    expect(await offerInUse(sql, 12)).toMatchObject({ payout: "5.00" });
  });
});

describe("active campaigns using an offer", () => {
  test("do not count a campaign that was paused", async () => {
    await setCampaignStatus(sql, 43, "paused");
    expect((await offerInUse(sql, 12))?.active_campaigns).toBe(3);
  });
});

describe("deleting a campaign", () => {
  const shown = { id: 42, name: "Black Friday FR", active_flows: 12, total_flows: 14 };

  test("takes its flows and its traffic with it, and nothing else", async () => {
    const [flows, traffic, campaigns] = [await count("flows"), await count("traffic"), await count("campaigns")];
    expect(await deleteCampaign(sql, shown)).toEqual({
      id: 42,
      name: "Black Friday FR",
      deleted_flows: 14,
      deleted_at: isoTime,
    });
    expect(await campaignTotals(sql, 42)).toBeUndefined();
    expect(await count("flows")).toBe(Number(flows) - 14);
    expect(await count("traffic")).toBe(Number(traffic) - 30);
    expect(await count("campaigns")).toBe(Number(campaigns) - 1);
  });

  test("is not done when a flow was added since it was shown", async () => {
    await sql.query("insert into flows (campaign_id, offer_id, status) values (42, 9, 'active')");
    await expect(deleteCampaign(sql, shown)).rejects.toMatchObject(notExecuted);
    expect(await campaignTotals(sql, 42)).toMatchObject({ active_flows: 13 });
  });
});

describe("a campaign's state", () => {
  const state = async () => (await campaignTotals(sql, 42))?.state;

  test("is another one when a flow changed, but not when clicks came in", async () => {
    const before = await state();
    await sql.query("insert into traffic values (42, '2026-05-01', 9, 1.00)");
    expect(await state()).toBe(before);
    await sql.query("update flows set status = 'paused' where id = 401");
    expect(await state()).not.toBe(before);
  });
});

describe("refunding an order", () => {
  const request = { orderId: 5004, amount: "10.50", alreadyRefunded: "20.00", reason: "late delivery" };

  const refund = (operationId: string, asked = request) =>
    sql.transaction(async (tx) => {
      await putDown(tx, operationId, "refund_order");
      return refundOrder(tx, operationId, asked);
    });

  test("is booked, and no second time under its operation id", async () => {
    const booked = { order_id: 5004, amount: "10.50", currency: "EUR", refunded_in_total: "30.50" };
    expect(await refund("op_1")).toMatchObject(booked);
    await expect(refund("op_1", { ...request, alreadyRefunded: "30.50" })).rejects.toThrow(/operations_pkey/);
    expect([await count("refunds"), await count("operations")]).toEqual([1, 1]);
  });

  test("is not booked beyond the total, nor when another refund came first", async () => {
    await expect(refund("op_1", { ...request, amount: "39.81" })).rejects.toMatchObject(notExecuted);
    await refund("op_2");
    await expect(refund("op_3")).rejects.toMatchObject(notExecuted);
    expect((await order(sql, 5004))?.refunded).toBe("30.50");
    expect(await count("operations")).toBe(1);
  });
});

describe("changing prices in bulk", () => {
  const selection = { category: "gadgets", minPrice: "19.95", maxPrice: "49.90" };

  test("plans each price to the cent, both ends of the range included", async () => {
    const plan = await planPrices(sql, selection, "7.5");
    expect(plan.changes.map(({ id, old_price, new_price }) => [id, old_price, new_price])).toEqual([
      [206, "22.00", "23.65"],
      [207, "49.90", "53.64"], // 53.6425
      [208, "29.90", "32.14"], // 32.1425
      [209, "19.95", "21.45"], // 21.44625
      [211, "25.50", "27.41"], // 27.4125
      [212, "34.90", "37.52"], // 37.5175
    ]);
    expect([plan.totalBefore, plan.totalAfter]).toEqual(["182.15", "195.81"]);
  });

  test("writes exactly what was planned", async () => {
    const { changesDigest } = await planPrices(sql, selection, "7.5");
    expect(await updatePrices(sql, { selection, changePct: "7.5", changesDigest })).toEqual({
      updated_products: 6,
      total_before: "182.15",
      total_after: "195.81",
      updated_at: isoTime,
    });
    const prices = (await listProducts(sql, { category: "gadgets" })).map(({ price }) => price);
    expect(prices).toEqual(["14.90", "23.65", "53.64", "32.14", "21.45", "149.00", "27.41", "37.52"]);
  });

  test.each([
    ["a product joined the selection", "insert into products (name, category, price) values ('New', 'gadgets', 30)"],
    ["a product left it", "delete from products where id = 206"],
    ["a product changed its category", "update products set category = 'home' where id = 206"],
    ["one price changed", "update products set price = 22.01 where id = 206"],
  ])("writes nothing when %s", async (_what, change) => {
    const { changesDigest } = await planPrices(sql, selection, "7.5");
    await sql.query(change);
    const prices = await listProducts(sql, {});
    const late = updatePrices(sql, { selection, changePct: "7.5", changesDigest });
    await expect(late).rejects.toMatchObject(notExecuted);
    expect(await listProducts(sql, {})).toEqual(prices);
  });
});

describe("creating an SMTP server", () => {
  const vault = passwordVault(randomBytes(32));
  const password = "correct horse battery staple";
  const server = {
    name: "Relay",
    host: "smtp.example.com",
    port: 587,
    username: "mailer",
    from_address: "hi@example.com",
  };

  test("shows the password nowhere, and only the vault reads it back", async () => {
    const created = await createSmtpServer(sql, vault, { ...server, password });
    expect(created).toEqual({ id: 1, ...server, created_at: isoTime });
    expect(await listSmtpServers(sql)).toEqual([created]);
    const everything = await sql.query("select * from smtp_servers");
    expect(JSON.stringify(everything)).not.toContain(password);
    expect(await smtpPassword(sql, vault, "Relay")).toBe(password);
  });

  test("is not done when the name was taken since", async () => {
    await createSmtpServer(sql, vault, { ...server, password });
    const second = createSmtpServer(sql, vault, { ...server, password });
    await expect(second).rejects.toMatchObject(notExecuted);
  });
});
