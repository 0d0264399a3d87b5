import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { migration7 } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };
const untouched = { view: migration7, rows: [] };

export const migrationChanged: Chapter = {
  title: "What was allowed is what runs: a changed migration, a revoked consent, an agent without access",
  async play(stage) {
    const { say, expect, server, database } = stage;
    const { agent: connect, wire } = await server();
    const agent = await connect("a");
    const ops = reviewer(stage, wire.url, "ops");

    say("Allowed, and then somebody edits the migration: its fingerprint is another. It goes back to review.");
    await agent.call(tool, args);
    const first = await onlyOne(ops);
    await ops.decide("allow", first, "backup is done");
    const stale = { ...args, confirm_token: await agent.preview(tool, args) };
    await database.query("update outside_migrations set statement = $1 where environment = 'production'", [
      "alter table outside_production_customers drop column email",
    ]);
    await refused(stage, { ...untouched, reason: "state_changed" }, () => agent.call(tool, stale));
    expect("the same call now", (await agent.call(tool, args)).body.status, "approval_pending");
    const second = await onlyOne(ops);
    expect("another digest on the screen", second.action_digest === first.action_digest, false);
    expect(
      "a decision with the former digest",
      (await ops.decide("allow", { ...second, action_digest: first.action_digest }, "seen it")).code,
      "changed",
    );

    say("Allowed and taken back, before it was used. Nothing starts under it any more.");
    await ops.decide("allow", second, "the column is unused");
    const revoked = { ...args, confirm_token: await agent.preview(tool, args) };
    expect("revoked", (await ops.decide("revoke", second, "it is used after all")).approval?.status, "revoked");
    await refused(stage, { ...untouched, reason: "revoked/it is used after all" }, () => agent.call(tool, revoked));

    say("Subject and agent must both have access to the environment. Agent b has none to production, whoever allows.");
    const other = await connect("b");
    await refused(stage, { ...untouched, reason: "access_revoked" }, () => other.call(tool, args));
  },
};
