import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { order5002, order5002Is } from "../views.js";

const tool = "refund_order";
const args = { order_id: 5002, reason: "arrived damaged" };

export const stateChanged: Chapter = {
  title: "The state changes between preview and confirm",
  async play(stage) {
    const { say, expect, same, observe, database } = stage;
    const agent = await (await stage.server()).agent();

    say("A refund of all that is left of the order is previewed: $129.00.");
    const first = await agent.call(tool, args);
    expect("summary", first.body.summary, "Will refund $129.00 of order #5002 (total $129.00) to customer-0212.");

    say("Meanwhile a colleague refunds $100.00 by hand. What was shown no longer is what would happen.");
    await database.query("update orders set refunded = 100.00 where id = 5002");
    const since = [{ ...order5002Is("100.00", 0)[0] }];
    const stale = { ...args, confirm_token: first.body.confirm_token };
    const late = await refused(stage, { view: order5002, rows: since, reason: "state_changed" }, () =>
      agent.call(tool, stale),
    );

    say("The token is spent: not even this refusal changes when the state changes back.");
    await database.query("update orders set refunded = 0.00 where id = 5002");
    const again = await refused(stage, { view: order5002, rows: order5002Is("0.00", 0), reason: "state_changed" }, () =>
      agent.call(tool, stale),
    );
    same("the recorded refusal, to the byte", again.text, late.text);

    say("A new preview shows the order as it is now.");
    await database.query("update orders set refunded = 100.00 where id = 5002");
    const second = await agent.call(tool, args);
    expect("summary", second.body.summary, "Will refund $29.00 of order #5002 (total $129.00) to customer-0212.");
    const done = await observe(order5002, { before: since, after: order5002Is("129.00", 1) }, () =>
      agent.call(tool, { ...args, confirm_token: second.body.confirm_token }),
    );
    expect("message", done.body.message, "Order 5002 refunded $29.00");
  },
};
