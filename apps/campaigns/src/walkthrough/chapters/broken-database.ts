import type { Chapter } from "../chapter.js";
import { connectionLost } from "../faulty-sql.js";
import { refused } from "../refused.js";
import { offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

export const brokenDatabase: Chapter = {
  title: "The database connection breaks inside the operation",
  async play(stage) {
    const { say, expect, same, observe, database } = stage;
    // The same payout three times, each meant as an operation of its own.
    const { agent: connect, sql } = await stage.server({ duplicateWindowMs: 0 });
    const agent = await connect();
    const next = async () => ({ ...args, confirm_token: await agent.preview(tool, args) });
    const reset = () => database.query("update offers set payout = 4.50 where id = 12");

    say("It breaks after the commit: to the handler it looks like a failure. The database knows, and is asked.");
    const committed = await next();
    sql.afterCommit = () => {
      sql.afterCommit = undefined;
      connectionLost();
    };
    const done = await observe(offer12, { before: offer12Untouched, after: offer12Is("6.20", 2, 1) }, () =>
      agent.call(tool, committed),
    );
    expect("the truth is told", done.body.message, "Offer payout updated successfully");

    say("It breaks before the commit. The database says so, and closes the operation: it can no longer happen.");
    await reset();
    const lost = await next();
    sql.beforeTransaction = () => {
      sql.beforeTransaction = undefined;
      connectionLost();
    };
    const before = offer12Is("4.50", 3, 1);
    const not = await observe(offer12, { before, after: before }, () => agent.call(tool, lost));
    expect("the truth is told", not.body.reason, "not_executed");

    say("It breaks and stays away: nobody can tell. That is said too, and a retry does not try it blindly.");
    const unknown = await next();
    sql.beforeTransaction = connectionLost;
    const failed = await refused(stage, { view: offer12, rows: before, reason: "failed" }, () =>
      agent.call(tool, unknown),
    );
    expect("the agent is told", failed.body.error, /may or may not have taken effect\. Do not try it again/);
    sql.beforeTransaction = undefined;
    const retry = await refused(stage, { view: offer12, rows: before, reason: "failed" }, () =>
      agent.call(tool, unknown),
    );
    same("the retry gets the recorded answer, to the byte", [retry.text, retry.replayed], [failed.text, true]);
  },
};
