import type { Chapter } from "../chapter.js";
import { connectionLost } from "../faulty-sql.js";
import { refused } from "../refused.js";
import { source901, source901Is } from "../views.js";

const tool = "update_source_campaign_budget";
const args = { source_campaign_id: "src_901", new_daily_budget: 150 };

export const brokenNetwork: Chapter = {
  title: "The connection to the ad network breaks inside the operation",
  async play(stage) {
    const { say, expect, same, observe, database } = stage;
    // The same budget three times, each meant as an operation of its own.
    const { agent: connect, sql } = await stage.server({ duplicateWindowMs: 0 });
    const agent = await connect();
    const next = async () => ({ ...args, confirm_token: await agent.preview(tool, args) });
    const reset = () => database.query("update outside_source_campaigns set daily_budget = 120 where id = 'src_901'");

    say(
      "What happens at an ad network is in no transaction of ours. So the request carries the operation's id as its key. " +
        "The connection breaks after the network has done it: to the handler it looks like a failure. The network knows, " +
        "and is asked.",
    );
    const committed = await next();
    sql.afterCommit = () => {
      sql.afterCommit = undefined;
      connectionLost();
    };
    const done = await observe(
      source901,
      { before: source901Is("120.00", 1), after: source901Is("150.00", 2, 1) },
      () => agent.call(tool, committed),
    );
    expect("the truth is told", done.body.message, "Daily budget of src_901 is now €150.00");

    say("It breaks before the request arrives. The network says so, and closes the key: it can no longer happen.");
    await reset();
    const lost = await next();
    sql.beforeTransaction = () => {
      sql.beforeTransaction = undefined;
      connectionLost();
    };
    const before = source901Is("120.00", 3, 1);
    const not = await observe(source901, { before, after: before }, () => agent.call(tool, lost));
    expect("the truth is told", not.body.reason, "not_executed");

    say("It breaks and stays away: nobody can tell. That is said too, and a retry does not try it blindly.");
    const unknown = await next();
    sql.beforeTransaction = connectionLost;
    const failed = await refused(stage, { view: source901, rows: before, reason: "failed" }, () =>
      agent.call(tool, unknown),
    );
    expect("the agent is told", failed.body.error, /may or may not have taken effect\. Do not try it again/);
    sql.beforeTransaction = undefined;
    const retry = await refused(stage, { view: source901, rows: before, reason: "failed" }, () =>
      agent.call(tool, unknown),
    );
    same("the retry gets the recorded answer, to the byte", [retry.text, retry.replayed], [failed.text, true]);
  },
};
