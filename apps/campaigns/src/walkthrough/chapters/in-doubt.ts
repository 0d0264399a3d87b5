import { setTimeout as pause } from "node:timers/promises";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { requests, source901, source901Is } from "../views.js";

const tool = "update_source_campaign_budget";
const args = { source_campaign_id: "src_901", new_daily_budget: 150 };
const leaseMs = 2400;

export const inDoubt: Chapter = {
  title: "A server drops out in the middle: in doubt",
  async play(stage) {
    const { say, expect, same, showTable, gate, database } = stage;
    const settings = { leaseMs, waitForCompletionMs: 100 };
    const [first, second] = [await stage.server(settings), await stage.server(settings)];
    const [one, two] = [await first.agent("a", "agent a at server 1"), await second.agent("a", "agent a at server 2")];
    const call = { ...args, confirm_token: await one.preview(tool, args) };
    const untouched = (detail: string) => ({
      view: source901,
      rows: source901Is("120.00", 1),
      reason: `unknown_or_used/${detail}`,
    });

    say(
      "Two servers share one store (and, in this walk-through, one process). The operation is at an ad network, so no " +
        "transaction takes it in. The first server claims the token and hangs before its request is sent. Whoever " +
        "retries at the second one hears that it is running.",
    );
    const hanging = gate();
    first.sql.beforeTransaction = () => hanging.pass();
    const answered = one.callQuietly(tool, call);
    await hanging.arrived;
    const running = await refused(stage, untouched("in_flight"), () => two.call(tool, call));
    expect("when to ask again", typeof running.body.retry_after_ms, "number");
    same("nobody is invited to a new preview", running.body.error, /Do not ask for a new preview/);

    say(
      "The first server loses its connection to the store, so it cannot renew its lease (60 seconds; here 2.4). The " +
        "network cannot be asked either. Nobody takes the claim over: it is in doubt.",
    );
    first.store.isCut = true;
    await pause(leaseMs + 100);
    second.sql.beforeTransaction = () => {
      throw new Error("the network is away");
    };
    const doubtful = await refused(stage, untouched("in_doubt"), () => two.call(tool, call));
    same("the agent is told", doubtful.body.error, /outcome is not known yet. Do not ask for a new preview/);

    say("The network is back. It has no request with this key, and closes the key for good: only now is it known.");
    second.sql.beforeTransaction = undefined;
    await two.call(tool, call);
    const rows = await database.query<{ outcome: string }>(requests);
    showTable(rows);
    same("the network's own record", rows, [{ outcome: "closed" }]);

    say("The first server wakes up and goes on where it hung. The closed key does not let it.");
    first.store.isCut = false;
    hanging.open();
    const late = await answered;
    expect("what its own client hears", late.body.reason, "not_executed");
    same("the budget is untouched", await database.query(source901), source901Is("120.00", 1));
    const claims = [...first.events, ...second.events].filter(({ type }) => type === "claimed");
    expect("claims, of both servers", claims.length, 1);
  },
};
