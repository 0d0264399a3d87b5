import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSmtpServer } from "../src/entities/smtp-servers.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { tier1Tools, tier2Tools } from "../src/tools/campaign-tools.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { freshDatabase } from "./fresh-database.js";

const sql = freshDatabase();
const vault = passwordVault(randomBytes(32));
const run = (name: string, args: object = {}) => {
  const tool = tier1Tools(sql).find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`No tool ${name}`);
  return tool.run(tool.input.parse(args));
};

test("each tool has one name and says what it does", () => {
  const tools = [...tier1Tools(sql), ...tier2Tools(sql, vault, { url: undefined })];
  expect(new Set(tools.map(({ name }) => name)).size).toBe(47);
  expect(tools.filter(({ description, title }) => !description || !title)).toEqual([]);
});

describe("reads", () => {
  test("tell a campaign with its totals, and nothing of the inner state", async () => {
    expect(await run("get_campaign", { id: 42 })).toEqual({
      campaign: {
        id: 42,
        name: "Black Friday FR",
        country: "FR",
        status: "active",
        created_at: "2026-03-09T09:00:00.000Z",
        updated_at: "2026-04-01T08:30:00.000Z",
        active_flows: 12,
        total_flows: 14,
        lifetime_clicks: 4523,
        lifetime_revenue: "1247.00",
      },
    });
  });

  test("tell an offer with its use", async () => {
    expect(await run("get_offer", { id: 12 })).toEqual({
      offer: {
        id: 12,
        name: "Sweepstakes FR Gold",
        payout: "4.50",
        currency: "USD",
        active_campaigns: 4,
        updated_at: "2026-02-12T10:00:00.000Z",
      },
    });
  });

  test.each([
    ["list_campaigns", {}, "campaigns", 8],
    ["list_campaigns", { status: "paused" }, "campaigns", 1],
    ["list_offers", {}, "offers", 4],
    ["list_orders", {}, "orders", 6],
    ["list_orders", { status: "pending" }, "orders", 1],
    ["list_products", {}, "products", 15],
    ["list_products", { category: "gadgets", min_price: 19.95, max_price: 49.9 }, "products", 6],
    ["list_email_smtp_servers", {}, "smtp_servers", 0],
    ["list_email_lists", {}, "email_lists", 2],
    ["list_email_conversion_triggers", {}, "triggers", 3],
    ["list_landings", {}, "landings", 2],
    ["list_collections", {}, "collections", 2],
    ["list_cloaking_workflows", {}, "cloaking_workflows", 2],
    ["list_documents", {}, "documents", 2],
    ["list_source_campaigns", {}, "source_campaigns", 4],
    ["list_source_campaigns", { campaign_id: 43 }, "source_campaigns", 3],
    ["list_native_orders", {}, "native_orders", 4],
  ])("%s %j finds %s: %d", async (name, args, member, count) => {
    const found = (await run(name, args)) as Record<string, unknown[]>;
    expect(found[member]).toHaveLength(count);
  });

  test("never show the password of an SMTP server, sealed or not", async () => {
    const server = {
      name: "Relay",
      host: "smtp.example.com",
      port: 587,
      username: "mailer",
      from_address: "hi@example.com",
    };
    await createSmtpServer(sql, vault, { ...server, password: "secret" });
    expect(await run("list_email_smtp_servers")).toEqual({
      smtp_servers: [{ id: 1, ...server, created_at: expect.any(String) }],
    });
  });

  test.each(["get_campaign", "get_offer", "pause_campaign", "get_document_metadata"])(
    "%s says no to an unknown id",
    async (name) => {
      expect(await run(name, { id: 9999 })).toEqual({ refused: expect.stringContaining("#9999 not found") });
    },
  );
});

describe("safe writes", () => {
  test("pause a campaign and resume it", async () => {
    expect(await run("pause_campaign", { id: 42 })).toMatchObject({ campaign: { status: "paused" } });
    expect(await run("resume_campaign", { id: 42 })).toMatchObject({ campaign: { status: "active" } });
  });

  test("create a paused campaign, once for each name", async () => {
    const fields = { name: "Autumn FR", country: "FR" };
    expect(await run("create_campaign", fields)).toMatchObject({ campaign: { id: 100, status: "paused" } });
    expect(await run("create_campaign", fields)).toEqual({ refused: "There is a campaign 'Autumn FR' already" });
  });

  test("create an e-mail list, once for each name", async () => {
    expect(await run("create_email_list", { name: "Buyers" })).toMatchObject({ email_list: { id: 100 } });
    expect(await run("create_email_list", { name: "Buyers" })).toHaveProperty("refused");
  });

  const step = { list_id: 2, subject: "How was it?", body: "Tell us.", delay_hours: 72 };
  const landing = { name: "Autumn", headline: "Leaves", body: "They fall." };

  test.each([
    ["update_email_list", { id: 2, name: "Customers FR" }, { email_list: { id: 2, name: "Customers FR" } }],
    ["add_email_sequence_step", step, { sequence_step: { list_id: 2, position: 2, subject: "How was it?" } }],
    ["enroll_email_subscriber", { list_id: 2, email: "a@example.com" }, { subscriber: { email: "a@example.com" } }],
    ["create_landing", landing, { landing: { id: 100, made_by: "hand" } }],
    [
      "generate_ai_landing",
      { name: "Lamp", brief: "warm light for cold rooms" },
      { landing: { made_by: "generator" } },
    ],
    ["bind_landing_to_email_list", { landing_id: 72, list_id: 2 }, { binding: { landing_id: 72, list_id: 2 } }],
  ])("%s does it at once, and repeated changes nothing more", async (name, args, result) => {
    expect(await run(name, args)).toMatchObject(result);
    const after = await databaseText(sql);
    await run(name, args);
    expect(await databaseText(sql)).toBe(after);
  });

  test.each([
    ["update_email_list", { id: 9, name: "None" }, "E-mail list #9 not found"],
    ["update_email_list", { id: 2, name: "Newsletter FR" }, "There is another e-mail list 'Newsletter FR' already"],
    ["add_email_sequence_step", { ...step, list_id: 9 }, "E-mail list #9 not found"],
    ["add_email_sequence_step", { ...step, subject: "Thanks for buying" }, "has a step 'Thanks for buying' already"],
    ["enroll_email_subscriber", { list_id: 9, email: "a@example.com" }, "E-mail list #9 not found"],
    ["create_landing", { ...landing, name: "Trial box" }, "There is a landing page 'Trial box' already"],
    ["bind_landing_to_email_list", { landing_id: 9, list_id: 2 }, "There is no landing page #9, or no list #2"],
  ])("%s says no to %j", async (name, args, refused) => {
    const before = await databaseText(sql);
    expect(await run(name, args)).toEqual({ refused: expect.stringContaining(refused) });
    expect(await databaseText(sql)).toBe(before);
  });
});
