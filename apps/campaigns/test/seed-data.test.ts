import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../src/database/open-database.js";
import { campaignTotals, setCampaignStatus } from "../src/entities/campaigns.js";
import { offerInUse } from "../src/entities/offers.js";
import { freshDatabase } from "./fresh-database.js";

describe("the example's data", () => {
  const sql = freshDatabase();

  test("has campaign #42 with 12 active flows, 4523 clicks and 1247.00 of revenue", async () => {
    expect(await campaignTotals(sql, 42)).toMatchObject({
      name: "Black Friday FR",
      status: "active",
      active_flows: 12,
      total_flows: 14,
      lifetime_clicks: 4523,
      lifetime_revenue: "1247.00",
    });
  });

  test("has offer #12 that pays 4.50 and that 4 active campaigns use", async () => {
    expect(await offerInUse(sql, 12)).toEqual({
      id: 12,
      name: "Sweepstakes FR Gold",
      payout: "4.50",
      currency: "USD",
      active_campaigns: 4,
      version: 1,
      updated_at: "2026-02-12T10:00:00.000Z",
    });
  });

  test("gives new rows ids beyond its own", async () => {
    const [row] = await sql.query<{ id: number }>(
      "insert into campaigns (name, country, status) values ('New', 'FR', 'paused') returning id",
    );
    expect(row?.id).toBe(100);
  });
});

describe("a version", () => {
  const sql = freshDatabase();

  test("rises with every change, whoever makes it", async () => {
    await sql.query("update offers set payout = 5 where id = 12");
    expect((await offerInUse(sql, 12))?.version).toBe(2);
  });

  test("stays when a write changes nothing", async () => {
    const before = await campaignTotals(sql, 42);
    await setCampaignStatus(sql, 42, "active");
    expect(await campaignTotals(sql, 42)).toEqual(before);
  });
});

test("a database in a folder keeps its data and is not filled again", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "campaigns-"));
  try {
    const first = await openDatabase({ dataFolder });
    await first.query("delete from campaigns where id = 42");
    await first.close();
    const second = await openDatabase({ dataFolder });
    expect(await campaignTotals(second, 42)).toBeUndefined();
    expect(await campaignTotals(second, 43)).toBeDefined();
    await second.close();
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}, 60_000);
