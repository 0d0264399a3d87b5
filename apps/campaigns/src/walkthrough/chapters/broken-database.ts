import type { Chapter } from "../chapter.js";
import { connectionLost } from "../faulty-sql.js";
import { refused } from "../refused.js";
import { offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

export const brokenDatabase: Chapter = {
  title: "The database connection breaks: exactly once",
  async play(stage) {
    const { say, expect, observe, database } = stage;
    // The same payout twice, each meant as an operation of its own.
    const { agent: connect, sql } = await stage.server({ duplicateWindowMs: 0 });
    const agent = await connect();
    const next = async () => ({ ...args, confirm_token: await agent.preview(tool, args) });

    say(
      "The payout stands in the same database as the token, so one transaction takes in both. The connection breaks when " +
        "its commit is under way and no answer comes. What was committed is looked up by the claim's id.",
    );
    const committed = await next();
    sql.afterCommit = () => {
      sql.afterCommit = undefined;
      connectionLost();
    };
    const done = await observe(offer12, { before: offer12Untouched, after: offer12Is("6.20", 2, 1) }, () =>
      agent.call(tool, committed),
    );
    expect("the truth is told", done.body.message, "Offer payout updated successfully");

    say("The database cannot be reached at all. Nothing was executed, and the token was not touched …");
    await database.query("update offers set payout = 4.50 where id = 12");
    const again = await next();
    const before = offer12Is("4.50", 3, 1);
    sql.beforeTransaction = connectionLost;
    await refused(stage, { view: offer12, rows: before, reason: "store_unavailable" }, () => agent.call(tool, again));

    say("… so the same call does it once the database is back.");
    sql.beforeTransaction = undefined;
    const retried = await observe(offer12, { before, after: offer12Is("6.20", 4, 2) }, () => agent.call(tool, again));
    expect("message", retried.body.message, "Offer payout updated successfully");
  },
};
