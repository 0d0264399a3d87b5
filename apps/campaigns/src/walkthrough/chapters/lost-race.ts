import type { Chapter } from "../chapter.js";
import { source901, source901Is } from "../views.js";

const tool = "update_source_campaign_budget";
const args = { source_campaign_id: "src_901", new_daily_budget: 150 };

export const lostRace: Chapter = {
  title: "Someone is faster by a hair",
  async play({ say, expect, observe, server, database }) {
    const { agent: connect, sql } = await server();
    const agent = await connect();

    say(
      "The state is checked inside the claim, and yet a colleague changes the budget at the ad network between that " +
        "check and the request. The request says which version it is meant for, so the network refuses it.",
    );
    const call = { ...args, confirm_token: await agent.preview(tool, args) };
    sql.beforeTransaction = async () => {
      sql.beforeTransaction = undefined;
      await database.query("update outside_source_campaigns set daily_budget = 90 where id = 'src_901'");
    };
    const late = await observe(source901, { before: source901Is("120.00", 1), after: source901Is("90.00", 2) }, () =>
      agent.call(tool, call),
    );
    expect("refused", late.body.reason, "not_executed");
    expect("the agent is told", late.body.error, "Not executed: src_901 has changed since");
  },
};
