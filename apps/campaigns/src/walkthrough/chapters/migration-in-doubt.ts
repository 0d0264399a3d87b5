import type { Chapter } from "../chapter.js";
import { connectionLost } from "../faulty-sql.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { migration7, migration7Applied } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };

export const migrationInDoubt: Chapter = {
  title: "Break-glass, and a migration that times out after its commit",
  async play(stage) {
    const { say, expect, observe, server } = stage;
    const { agent: connect, wire, sql } = await server();
    const agent = await connect("a");
    const [ops, onCall] = [reviewer(stage, wire.url, "ops"), reviewer(stage, wire.url, "onCall")];

    say("In an emergency one person of operations lets one execution through for ten minutes, with evidence.");
    await agent.call(tool, args);
    const shown = await onlyOne(onCall);
    const evidence = { evidence: "incident 7: invoices without a VAT number" };
    const broken = await onCall.decide("break-glass", shown, "invoices are wrong", evidence);
    expect("one use", [broken.approval?.status, broken.approval?.uses_left], ["approved", 1]);

    say(
      "The migration is committed, and its answer is lost. Before anything is tried again, the migration record is asked.",
    );
    const call = { ...args, confirm_token: await agent.preview(tool, args) };
    let answersLost = 0;
    sql.afterCommit = () => {
      sql.afterCommit = undefined;
      answersLost += 1;
      connectionLost();
    };
    const done = await observe(migration7, { before: [], after: migration7Applied }, () => agent.call(tool, call));
    expect("what the record says, after answers lost", [done.body.status, answersLost], ["ok", 1]);
    const again = await observe(migration7, { before: migration7Applied, after: "unchanged" }, () =>
      agent.call(tool, call),
    );
    expect("a retry is a replay", [again.text === done.text, again.replayed], [true, true]);

    say("What broke the glass stays listed until somebody else has looked at it.");
    expect(
      "to be reviewed",
      (await ops.reviewItems()).map(({ id }) => id),
      [shown.id],
    );
    expect("by whoever broke it", (await onCall.closeReview(shown.id, "all well")).code, "own_glass");
    expect("by somebody else", (await ops.closeReview(shown.id, "invoices checked")).status, 200);
    expect("to be reviewed", await ops.reviewItems(), []);
  },
};
