import type { Chapter } from "../chapter.js";
import { offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

export const lostRace: Chapter = {
  title: "Someone is faster by a hair",
  async play({ say, expect, observe, server, database }) {
    const { agent: connect, sql } = await server();
    const agent = await connect();

    say(
      "The state is checked inside the claim, and yet a colleague changes the payout between that check and the " +
        "transaction. The handler compares once more under its lock, and says that nothing was done.",
    );
    const call = { ...args, confirm_token: await agent.preview(tool, args) };
    sql.beforeTransaction = async () => {
      sql.beforeTransaction = undefined;
      await database.query("update offers set payout = 5.00 where id = 12");
    };
    const late = await observe(offer12, { before: offer12Untouched, after: offer12Is("5.00", 2, 0) }, () =>
      agent.call(tool, call),
    );
    expect("refused", late.body.reason, "not_executed");
    expect("the agent is told", late.body.error, "Not executed: Offer #12 no longer pays 4.50");
  },
};
