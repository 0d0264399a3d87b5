import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { order5002, order5002Is } from "../views.js";

const tool = "refund_order";
const args = { order_id: 5002, amount: 29, reason: "arrived damaged" };

export const previewedAnew: Chapter = {
  title: "The answer is lost, and the agent starts anew",
  async play(stage) {
    const { say, expect, same, holds, observe, server } = stage;
    const { agent: connect, wire } = await server();
    const agent = await connect();

    say("A refund is executed, and its answer is lost on the wire.");
    const first = await agent.call(tool, args);
    const unanswered = { ...args, confirm_token: String(first.body.confirm_token) };
    const lost = wire.loseAnswerTo(unanswered.confirm_token);
    await observe(order5002, { before: order5002Is("0.00", 0), after: order5002Is("29.00", 1) }, () =>
      agent.callInVain(tool, unanswered),
    );
    holds(`${await lost} bytes of an answer were on their way`, (await lost) > 0);

    say(
      "Instead of repeating the call with its token, the agent asks for a new preview, which brings a new, perfectly " +
        "valid token. The preview says that the same operation has just run.",
    );
    const again = await agent.call(tool, args);
    const { operation_id, status } = again.body.duplicate_of as { operation_id: string; status: string };
    expect("duplicate_of", status, "completed");
    expect("the instructions", again.body.confirm_instructions, /Only if it is really meant to run once more/);
    const unaware = { ...args, confirm_token: String(again.body.confirm_token) };
    const second = { view: order5002, rows: order5002Is("29.00", 1), reason: "duplicate" };
    await refused(stage, second, () => agent.call(tool, unaware));

    say("The customer really is to get it twice. The confirm call then names the operation that it repeats.");
    const meant = {
      ...args,
      confirm_token: await agent.preview(tool, args),
      acknowledge_duplicate: operation_id,
    };
    const done = await observe(order5002, { before: order5002Is("29.00", 1), after: order5002Is("58.00", 2) }, () =>
      agent.call(tool, meant),
    );
    same("executed", done.body.status, "ok");
  },
};
