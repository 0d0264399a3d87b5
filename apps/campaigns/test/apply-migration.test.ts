import { describe, expect, test } from "vitest";
import { demoReviewers } from "../src/server/demo-reviewers.js";
import { demoTokens } from "../src/server/demo-tokens.js";
import { freshDatabase } from "./fresh-database.js";
import { bearer, freshServer, post } from "./fresh-server.js";

const sql = freshDatabase();
const { start } = freshServer(sql);
const production = { environment: "production", migration: 7 };
const staging = { environment: "staging", migration: 7 };
const record = () => sql.query("select environment, migration from outside_migration_record");

interface Body {
  readonly status: string;
  readonly reason?: string;
  readonly confirm_token?: string;
  readonly approval?: { readonly id: string };
}

const call = async (url: string, args: object, who: keyof typeof demoTokens = "a", tool = "apply_migration") => {
  const answer = await post(url, `/api/tools/${tool}`, args, bearer(demoTokens[who].token));
  return { http: answer.status, body: (await answer.json()) as Body };
};

const review = (url: string, path: string, secret: string, body?: object) =>
  fetch(new URL(`/review${path}`, url), {
    method: body ? "POST" : "GET",
    headers: { ...bearer(secret), "Content-Type": "application/json", "Tier2-Review": "1" },
    ...(body && { body: JSON.stringify(body) }),
  });

async function allow(url: string, id: string | undefined, secret: string = demoReviewers.ops.secret) {
  const shown = (await (await review(url, `/approvals/${id}`, secret)).json()) as {
    approval: { action_digest: string };
  };
  const decision = { action_digest: shown.approval.action_digest, reason: "backup is done" };
  return (await review(url, `/approvals/${id}/allow`, secret, decision)).status;
}

async function allowedToken(url: string, args: object) {
  const { body } = await call(url, args);
  expect(await allow(url, body.approval?.id)).toBe(200);
  return (await call(url, args)).body.confirm_token;
}

describe("a migration", () => {
  test("waits for a person without a token, is executed once when allowed, and asks again for the next", async () => {
    const { url } = await start();
    const asked = await call(url, production);
    expect([asked.http, asked.body.status, asked.body.confirm_token]).toEqual([428, "approval_pending", undefined]);
    expect(await record()).toEqual([]);
    const confirm_token = await allowedToken(url, production);
    const confirmed = await Promise.all(Array.from({ length: 8 }, () => call(url, { ...production, confirm_token })));
    expect(confirmed.map(({ body }) => body.status)).toEqual(Array(8).fill("ok"));
    expect(await record()).toEqual([{ environment: "production", migration: 7 }]);
    expect(await sql.query("select vat_number from outside_production_customers")).toHaveLength(2);
    expect((await call(url, staging)).body.status).toBe("approval_pending");
  });

  test.each([
    ["its text", "update outside_migrations set statement = statement || ' not null'"],
    ["the schema's version", "update outside_environments set schema_version = 5"],
  ])("goes back when %s is another than what was allowed", async (_what, meanwhile) => {
    const { url } = await start();
    const confirm_token = await allowedToken(url, production);
    await sql.query(meanwhile);
    const late = await call(url, { ...production, confirm_token });
    expect(late.body.reason).toMatch(/^(state_changed|not_possible)$/);
    expect((await call(url, production)).body).not.toHaveProperty("confirm_token");
    expect(await record()).toEqual([]);
  });

  test("of production is for an agent and a subject with access to it; staging for both", async () => {
    const { url } = await start();
    expect((await call(url, production, "b")).body.reason).toBe("access_revoked");
    expect((await call(url, staging, "b")).body.status).toBe("approval_pending");
  });

  test("is allowed by nobody in whose name it was asked, and by nobody of another group", async () => {
    const { url } = await start();
    const { body } = await call(url, production);
    for (const { secret } of [demoReviewers.operatorA, demoReviewers.finance]) {
      expect(await allow(url, body.approval?.id, secret)).toBe(403);
    }
    expect((await call(url, production)).body.status).toBe("approval_pending");
  });
});

describe("the review API", () => {
  test("knows no agent, and the tools know no reviewer", async () => {
    const { url } = await start();
    expect((await review(url, "/approvals", demoTokens.a.token)).status).toBe(401);
    expect((await review(url, "/approvals", "")).status).toBe(401);
    const asReviewer = await post(url, "/api/tools/list_offers", {}, bearer(demoReviewers.ops.secret));
    expect(asReviewer.status).toBe(401);
  });
});

describe("consent is needed", () => {
  const budget = (new_daily_budget: number) => ({ source_campaign_id: "src_901", new_daily_budget });
  const payout = (new_payout: number) => ({ offer_id: 12, new_payout });
  test.each([
    ["update_source_campaign_budget", budget(5000), "confirmation_required"],
    ["update_source_campaign_budget", budget(5000.01), "approval_pending"],
    ["update_offer_payout", payout(50), "confirmation_required"],
    ["update_offer_payout", payout(50.01), "approval_pending"],
  ])("for %s %o: %s", async (tool, args, status) => {
    const { url } = await start();
    expect((await call(url, args, "a", tool)).body.status).toBe(status);
  });

  test("for a deletion of more than a thousand things", async () => {
    const { url } = await start();
    expect((await call(url, { id: 1 }, "a", "delete_email_list")).body.status).toBe("confirmation_required");
    await sql.query(
      "insert into email_subscribers (list_id, email) select 1, 'more' || n || '@example.com' from generate_series(1, 1000) n",
    );
    expect((await call(url, { id: 1 }, "a", "delete_email_list")).body.status).toBe("approval_pending");
  });
});
