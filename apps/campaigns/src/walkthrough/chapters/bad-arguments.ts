import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { offer12, offer12Untouched, order5002, order5002Is } from "../views.js";

export const badArguments: Chapter = {
  title: "What cannot be done gets no token",
  async play(stage) {
    const { say, expect } = stage;
    const agent = await (await stage.server()).agent();
    const invalid = { view: offer12, rows: offer12Untouched, reason: "invalid_params" };

    say("Money is not rounded silently, and a text is no number.");
    const precise = await refused(stage, invalid, () =>
      agent.call("update_offer_payout", { offer_id: 12, new_payout: 6.205 }),
    );
    expect("the agent is told", precise.body.error, /new_payout.*must have at most two decimals/);
    await refused(stage, invalid, () => agent.call("update_offer_payout", { offer_id: 12, new_payout: "6.20" }));

    say("An argument that the tool does not know is refused, not ignored.");
    await refused(stage, invalid, () =>
      agent.call("update_offer_payout", { offer_id: 12, new_payout: 6.2, currency: "EUR" }),
    );

    say("Valid arguments, but the state does not allow it: the tool says why.");
    const impossible = { view: order5002, rows: order5002Is("0.00", 0), reason: "not_possible" };
    const much = await refused(stage, impossible, () =>
      agent.call("refund_order", { order_id: 5002, amount: 500, reason: "arrived damaged" }),
    );
    expect("the agent is told", much.body.error, "Order #5002 can be refunded by $129.00 at most");
  },
};
