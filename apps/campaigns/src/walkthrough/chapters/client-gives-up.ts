import type { Chapter } from "../chapter.js";
import { offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

export const clientGivesUp: Chapter = {
  title: "The client gives up in the middle",
  async play({ say, expect, holds, observe, server, gate }) {
    const { agent: connect, sql, events } = await server();
    const [agent, another] = [await connect(), await connect()];
    const call = { ...args, confirm_token: await agent.preview(tool, args) };

    say("The database is slow today. The client aborts while the operation is running …");
    const slow = gate();
    sql.beforeTransaction = () => slow.pass();
    const abort = new AbortController();
    const error = await observe(offer12, { before: offer12Untouched, after: "unchanged" }, async () => {
      const given = agent.callInVain(tool, call, { signal: abort.signal });
      await slow.arrived;
      abort.abort("the user pressed Stop");
      return given;
    });
    expect("the client hears", error.message, /the user pressed Stop/);

    say("… and hangs up. An operation that has started goes on all the same, and its outcome is recorded.");
    await agent.client.close();
    const done = await observe(offer12, { before: offer12Untouched, after: offer12Is("6.20", 2, 1) }, () => {
      slow.open();
      return another.call(tool, call);
    });
    expect("who asks again hears", done.body.message, "Offer payout updated successfully");
    holds("as a replay", done.replayed);
    expect("executions", events.filter(({ type }) => type === "claimed").length, 1);
  },
};
