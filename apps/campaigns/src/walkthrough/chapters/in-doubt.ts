import { setTimeout as pause } from "node:timers/promises";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { ledger, offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };
const leaseMs = 2400;

export const inDoubt: Chapter = {
  title: "A server drops out in the middle: in doubt",
  async play(stage) {
    const { say, expect, same, showTable, gate, database } = stage;
    const settings = { store: memoryStore(), leaseMs, waitForCompletionMs: 100 };
    const [first, second] = [await stage.server(settings), await stage.server(settings)];
    const [one, two] = [await first.agent("a", "agent a at server 1"), await second.agent("a", "agent a at server 2")];
    const call = { ...args, confirm_token: await one.preview(tool, args) };
    const untouched = (detail: string) => ({
      view: offer12,
      rows: offer12Untouched,
      reason: `unknown_or_used/${detail}`,
    });

    say(
      "Two servers share one store (and, in this walk-through, one process). The first claims the token and hangs " +
        "in the middle of the operation. Whoever retries at the second one hears that it is running.",
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
        "database cannot be asked either. Nobody takes the claim over: it is in doubt.",
    );
    first.store.isCut = true;
    await pause(leaseMs + 100);
    second.sql.beforeTransaction = () => {
      throw new Error("the database is away");
    };
    const doubtful = await refused(stage, untouched("in_doubt"), () => two.call(tool, call));
    same("the agent is told", doubtful.body.error, /outcome is not known yet. Do not ask for a new preview/);

    say("The database is back. It has no such operation, and closes it for good: only now is it known.");
    second.sql.beforeTransaction = undefined;
    await two.call(tool, call);
    const rows = await database.query<{ tool: string; outcome: string }>(ledger);
    showTable(rows);
    same("the ledger", rows, [{ tool, outcome: "not_executed" }]);

    say("The first server wakes up and goes on where it hung. The closed operation does not let it.");
    first.store.isCut = false;
    hanging.open();
    const late = await answered;
    expect("what its own client hears", late.body.reason, "not_executed");
    same("the offer is untouched", await database.query(offer12), offer12Is("4.50", 1, 0));
    const claims = [...first.events, ...second.events].filter(({ type }) => type === "claimed");
    expect("claims, of both servers", claims.length, 1);
  },
};
