import { randomBytes } from "node:crypto";
import type { Reply, Tier2Event } from "@holdpoint/tier2-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { Sql } from "../src/database/sql.js";
import { setCampaignStatus } from "../src/entities/campaigns.js";
import { offerInUse } from "../src/entities/offers.js";
import { smtpPassword } from "../src/entities/smtp-servers.js";
import { adNetworks } from "../src/outside/ad-networks.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { deployment } from "../src/server/deployment.js";
import { type WatchedStore, watchedStore } from "../src/walkthrough/watched-store.js";
import { freshDatabase } from "./fresh-database.js";

const vault = passwordVault(randomBytes(32));
const requester = { tokenId: "token-1", subject: "operator" };
const database = freshDatabase();

/** Everything the engine gave to the outside, but for what it gave to the store. */
let seen: unknown[];
let store: WatchedStore;
let call: (tool: string, args: object) => Promise<Reply>;

function serve(sql: Sql): void {
  store = watchedStore(database.storeOn(sql));
  const onEvent = (event: Tier2Event) => seen.push(event);
  const { engine, tier2 } = deployment({ database: { ...sql, store }, vault, engine: { onEvent } });
  call = async (name, args) => {
    const tool = tier2.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`No tool ${name}`);
    const reply = await engine.call(tool, args, { requester });
    seen.push(reply);
    return reply;
  };
}

async function preview(tool: string, args: object) {
  const { body } = await call(tool, args);
  if (body.status !== "confirmation_required") throw new Error(`Expected a preview: ${JSON.stringify(body)}`);
  return body;
}

async function confirm(tool: string, args: object) {
  const { confirm_token } = await preview(tool, args);
  return call(tool, { ...args, confirm_token });
}

beforeEach(() => {
  seen = [];
  serve(database);
});

describe("update_offer_payout", () => {
  const tool = "update_offer_payout";
  const args = { offer_id: 12, new_payout: 6.2 };

  test("previews exactly what the contract shows", async () => {
    const body = await preview(tool, args);
    const token = body.confirm_token;
    expect(body).toEqual({
      status: "confirmation_required",
      tool,
      summary: "Will update payout of offer #12 'Sweepstakes FR Gold' from $4.50 to $6.20 (+37.8%).",
      preview: {
        offer_id: 12,
        offer_name: "Sweepstakes FR Gold",
        current_payout: "4.50",
        new_payout: "6.20",
        delta_pct: 37.8,
        active_campaigns_using_this_offer: 4,
      },
      material: expect.objectContaining({ amount: { value: "6.20", currency: "USD" }, target: "offer:12", count: 4 }),
      confirm_token: expect.stringMatching(/^cfm_/),
      confirm_instructions: `Review the preview above. If correct, call "${tool}" again with the SAME arguments plus "confirm_token": "${token}". Token expires in 5 minutes and is single-use.`,
    });
    expect(await offerInUse(database, 12)).toMatchObject({ payout: "4.50" });
  });

  test("answers the confirm call as the contract shows, and a repeat with the same answer", async () => {
    const { confirm_token } = await preview(tool, args);
    const first = await call(tool, { ...args, confirm_token });
    expect(first.body).toEqual({
      status: "ok",
      tool,
      message: "Offer payout updated successfully",
      offer: { id: 12, name: "Sweepstakes FR Gold", payout: "6.20", updated_at: expect.any(String) },
    });
    await database.query("update offers set payout = 1.00 where id = 12");
    const again = await call(tool, { ...args, confirm_token });
    expect([again.body, again.replayed]).toEqual([first.body, true]);
    expect(await offerInUse(database, 12)).toMatchObject({ payout: "1.00" });
  });

  test("does nothing when one of the campaigns that use the offer was paused since", async () => {
    const { confirm_token } = await preview(tool, args);
    await setCampaignStatus(database, 43, "paused");
    const { body } = await call(tool, { ...args, confirm_token });
    expect(body).toMatchObject({ status: "rejected", reason: "state_changed" });
    expect(await offerInUse(database, 12)).toMatchObject({ payout: "4.50" });
  });

  test.each([
    ["an unknown offer", { offer_id: 99, new_payout: 6.2 }, "not_possible"],
    ["the payout it has", { offer_id: 12, new_payout: 4.5 }, "not_possible"],
    ["three decimals", { offer_id: 12, new_payout: 6.205 }, "invalid_params"],
    ["a text", { offer_id: 12, new_payout: "6.20" }, "invalid_params"],
    ["an unknown argument", { ...args, currency: "EUR" }, "invalid_params"],
  ])("refuses %s without a token", async (_what, refused, reason) => {
    expect((await call(tool, refused)).body).toMatchObject({ status: "rejected", reason });
  });
});

describe("delete_campaign", () => {
  test("previews what would be lost, and deletes it once confirmed", async () => {
    const { summary } = await preview("delete_campaign", { id: 42 });
    expect(summary).toBe(
      "Will delete campaign #42 'Black Friday FR' — 12 active flows, 4523 lifetime clicks, $1247 lifetime revenue",
    );
    const { body } = await confirm("delete_campaign", { id: 42 });
    expect(body).toMatchObject({
      status: "ok",
      message: "Campaign 42 deleted",
      campaign: { id: 42, deleted_flows: 14 },
    });
    expect((await call("delete_campaign", { id: 42 })).body).toMatchObject({ reason: "not_possible" });
  });

  test("goes on while clicks come in, but not after a flow changed", async () => {
    const { confirm_token } = await preview("delete_campaign", { id: 42 });
    await database.query("update flows set status = 'paused' where id = 401");
    const { body } = await call("delete_campaign", { id: 42, confirm_token });
    expect(body).toMatchObject({ reason: "state_changed" });
    const second = await preview("delete_campaign", { id: 42 });
    await database.query("insert into traffic values (42, '2026-05-01', 9, 1.00)");
    const done = await call("delete_campaign", { id: 42, confirm_token: second.confirm_token });
    expect(done.body.status).toBe("ok");
  });
});

describe("refund_order", () => {
  test("refunds what is left when no amount is given", async () => {
    const args = { order_id: 5004, reason: "returned" };
    const { summary, preview: shown } = await preview("refund_order", args);
    expect(summary).toBe("Will refund €39.80 of order #5004 (total €59.80) to customer-0107.");
    expect(shown).toMatchObject({ refund: "39.80", already_refunded: "20.00", left_after: "0.00" });
    const { body } = await confirm("refund_order", args);
    expect(body).toMatchObject({ message: "Order 5004 refunded €39.80", refund: { refunded_in_total: "59.80" } });
  });

  test.each([
    ["more than is left", { order_id: 5004, amount: 39.81 }, "Order #5004 can be refunded by €39.80 at most"],
    ["what was refunded in full", { order_id: 5005 }, "Order #5005 was refunded in full already"],
    ["an order that is not paid", { order_id: 5006 }, "Order #5006 is pending: there is nothing to refund"],
    ["an unknown order", { order_id: 9 }, "Order #9 not found"],
  ])("refuses %s", async (_what, args, error) => {
    const { body } = await call("refund_order", { ...args, reason: "returned" });
    expect(body).toMatchObject({ status: "rejected", reason: "not_possible", error });
  });
});

describe("create_email_smtp_server", () => {
  const password = "correct horse battery staple";
  const server = { name: "Relay", host: "smtp.example.com", username: "mailer", from_address: "hi@example.com" };

  test("lets its password be seen nowhere, and stores the one of the confirm call", async () => {
    const { body } = await confirm("create_email_smtp_server", { ...server, password });
    expect(body).toMatchObject({ status: "ok", smtp_server: { ...server, port: 587 } });
    for (const given of [JSON.stringify(seen), store.traffic()]) {
      expect(given).toContain("smtp.example.com");
      expect(given).not.toContain(password);
    }
    expect(await smtpPassword(database, vault, "Relay")).toBe(password);
  });

  test("refuses a confirm call with another password", async () => {
    const { confirm_token } = await preview("create_email_smtp_server", { ...server, password });
    const changed = await call("create_email_smtp_server", { ...server, password: "another one", confirm_token });
    expect(changed.body).toMatchObject({ status: "rejected", reason: "params_changed" });
  });

  test("refuses a name that is taken", async () => {
    await confirm("create_email_smtp_server", { ...server, password });
    const { body } = await call("create_email_smtp_server", { ...server, port: 25, password });
    expect(body).toMatchObject({ reason: "not_possible", error: "There is an SMTP server 'Relay' already" });
  });
});

describe("bulk_update_product_prices", () => {
  const tool = "bulk_update_product_prices";
  const args = { category: "gadgets", min_price: 19.95, max_price: 49.9, change_pct: 7.5 };

  test("previews the rule, the exact count, a digest of the ids, totals and a sample", async () => {
    const { summary, preview: shown, material } = await preview(tool, args);
    expect(summary).toBe(
      "Will change the prices of 6 products (category = 'gadgets', price >= 19.95, price <= 49.90) by +7.5%: " +
        "$182.15 in total becomes $195.81.",
    );
    expect(shown).toMatchObject({
      product_count: 6,
      total_before: "182.15",
      total_after: "195.81",
    });
    expect(material).toMatchObject({ count: 6, id_digest: expect.stringMatching(/^c1\./) });
    expect((shown as { sample: unknown[] }).sample).toHaveLength(5);
  });

  test("changes the previewed products, or none when another one matches by now", async () => {
    const { confirm_token } = await preview(tool, args);
    await database.query("insert into products (name, category, price) values ('New', 'gadgets', 30)");
    const late = await call(tool, { ...args, confirm_token });
    expect(late.body).toMatchObject({ reason: "state_changed" });
    expect((await confirm(tool, args)).body).toMatchObject({ message: "Prices of 7 products updated" });
  });

  test("refuses a rule that matches nothing, and a price of zero", async () => {
    const nothing = await call(tool, { category: "garden", change_pct: 5 });
    expect(nothing.body).toMatchObject({ error: "No product matches category = 'garden'" });
    await database.query("update products set price = 0.01 where id = 214");
    const free = await call(tool, { category: "sport", change_pct: -60 });
    expect(free.body).toMatchObject({ error: "Product #214 'Yoga block' would cost nothing" });
  });
});

describe("a tool whose effect is in the database, when its connection breaks", () => {
  const args = { offer_id: 12, new_payout: 6.2 };

  test("after the commit: it is looked up, and the truth is told", async () => {
    serve(breaking("after"));
    const { body } = await confirm("update_offer_payout", args);
    expect(body).toMatchObject({ status: "ok", offer: { payout: "6.20" } });
    expect(await offerInUse(database, 12)).toMatchObject({ payout: "6.20", version: 2 });
  });

  test("before anything has begun: it is begun once more, and done once", async () => {
    serve(breaking("before"));
    expect((await confirm("update_offer_payout", args)).body).toMatchObject({ status: "ok" });
    expect(await offerInUse(database, 12)).toMatchObject({ payout: "6.20", version: 2 });
  });
});

describe("a tool whose effect is elsewhere, when the connection there breaks", () => {
  const args = { source_campaign_id: "src_901", new_daily_budget: 150 };
  const budget = async () => (await adNetworks(database).find("src_901"))?.daily_budget;

  test("after it was done: the network is asked, and the truth is told", async () => {
    serve(breaking("after"));
    expect((await confirm("update_source_campaign_budget", args)).body).toMatchObject({ status: "ok" });
    expect(await budget()).toBe("150.00");
  });

  test("before it was done: the network is asked, and it no longer can be done", async () => {
    serve(breaking("before"));
    const { body } = await confirm("update_source_campaign_budget", args);
    expect(body).toMatchObject({ status: "rejected", reason: "not_executed" });
    expect(await budget()).toBe("120.00");
    expect(await database.query("select outcome from outside_requests")).toEqual([{ outcome: "closed" }]);
  });
});

describe("cross_platform_scale_plan", () => {
  const args = { campaign_id: 43, change_pct: 20 };
  const budgets = async () => (await adNetworks(database).list({ tracks: 43 })).map(({ daily_budget }) => daily_budget);

  test("that breaks off between two networks tells which of them have done it, and the rest no longer can", async () => {
    serve(breakingAt(2));
    const { body } = await confirm("cross_platform_scale_plan", args);
    expect(body).toMatchObject({
      message: "1 daily budgets changed, 1 not: src_902",
      changed: ["src_901"],
      not_changed: ["src_902"],
    });
    expect(await budgets()).toEqual(["144.00", "80.00", "60.00"]);
  });

  test("tells which networks refuse because their campaign has changed since", async () => {
    serve({ ...database, transaction: faster(database) });
    const { body } = await confirm("cross_platform_scale_plan", args);
    expect(body).toMatchObject({ changed: ["src_902"], not_changed: ["src_901"] });
  });

  /** Somebody changes the first campaign after it was checked. */
  function faster(sql: Sql): Sql["transaction"] {
    return async (work) => {
      await sql.query("update outside_source_campaigns set bid = 0.5 where id = 'src_901' and version = 1");
      return sql.transaction(work);
    };
  }

  /** Its n-th transaction fails without having begun. */
  function breakingAt(n: number): Sql {
    let count = 0;
    return {
      ...database,
      async transaction(work) {
        count += 1;
        if (count === n) throw new Error("connection lost");
        return database.transaction(work);
      },
    };
  }
});

/** The first transaction fails, and its caller cannot tell whether it was committed. */
function breaking(when: "before" | "after"): Sql {
  let broken = false;
  return {
    ...database,
    async transaction(work) {
      if (broken) return database.transaction(work);
      broken = true;
      if (when === "after") await database.transaction(work);
      throw new Error("connection lost");
    },
  };
}
