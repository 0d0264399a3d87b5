import { randomBytes } from "node:crypto";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { storeBeside } from "../src/database/database.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { tier1Annotations, tier2Annotations } from "../src/server/annotations.js";
import { deployment } from "../src/server/deployment.js";
import { toolList } from "../src/server/tool-list.js";

const never = () => Promise.reject(new Error("a description needs no database"));
const deployed = deployment({
  database: {
    query: never,
    transaction: never,
    store: storeBeside(new Pool(), { query: never, transaction: never }, "never"),
  },
  vault: passwordVault(randomBytes(32)),
});

describe("annotations", () => {
  test("say of each Tier-2 tool that it writes, and of most that it destroys or adds up", () => {
    const said = deployed.tier2.map((tool) => {
      const { readOnlyHint, destructiveHint, idempotentHint } = tier2Annotations(tool);
      return [tool.name, readOnlyHint, destructiveHint, idempotentHint];
    });
    expect(said.filter(([, readOnly]) => readOnly)).toEqual([]);
    expect(said.filter(([, , destructive]) => !destructive).map(([name]) => name)).toEqual([
      "create_email_smtp_server",
      "create_download_link",
    ]);
    expect(said.filter(([, , , idempotent]) => !idempotent).map(([name]) => name)).toEqual([
      "refund_order",
      "bulk_update_product_prices",
      "create_download_link",
      "cross_platform_scale_plan",
      "refund_native_order",
    ]);
  });

  test("say of the tools whose effect is at an ad network or the payment provider that it leaves the database", () => {
    const leaving = deployed.tier2.filter((tool) => tier2Annotations(tool).openWorldHint).map(({ name }) => name);
    expect(leaving).toEqual([
      "update_source_campaign_budget",
      "update_source_campaign_bid",
      "pause_source_campaign",
      "resume_source_campaign",
      "cross_platform_scale_plan",
      "refund_native_order",
      "cancel_native_order",
      "apply_migration",
    ]);
  });

  test("say the worst of a tool that nobody described", () => {
    expect(tier2Annotations({ name: "new_tool" })).toMatchObject({ destructiveHint: true, idempotentHint: false });
  });

  test("say of a Tier-1 tool that it reads, or writes without destroying", () => {
    for (const tool of deployed.tier1) {
      expect(tier1Annotations(tool)).toMatchObject({ readOnlyHint: tool.readOnly, destructiveHint: false });
    }
  });
});

test("the list of tools names each with its tier and the reason", () => {
  const list = toolList(deployed);
  expect(list.map(({ tier }) => tier).join("")).toBe(`${"1".repeat(26)}${"2".repeat(21)}`);
  expect(list).toContainEqual({ name: "pause_campaign", tier: "1", because: "safe write" });
  expect(list).toContainEqual({ name: "delete_campaign", tier: "2", because: "category" });
});
