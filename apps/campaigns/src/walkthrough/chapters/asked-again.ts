import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { order5002, order5002Is } from "../views.js";
import { signedRefund } from "./signed-refund.js";

const tool = "refund_order";
const args = { order_id: 5002, reason: "arrived damaged" };

export const askedAgain: Chapter = {
  title: "After the preview, everything is asked again",
  async play(stage) {
    const { say, same, observe } = stage;
    const now = { mayUse: true, isOn: true, limit: 1000 };
    const agent = await (
      await stage.server({
        tools: [signedRefund],
        authorize: () => now.mayUse,
        isEnabled: () => now.isOn,
        risk: ({ amount }) => Number(amount?.value ?? 0) <= now.limit,
      })
    ).agent();
    const untouched = (reason: string) => ({ view: order5002, rows: order5002Is("0.00", 0), reason });

    say("The requester lost the right to use the tool since the preview.");
    const kept = { ...args, confirm_token: await agent.preview(tool, args) };
    now.mayUse = false;
    await refused(stage, untouched("access_revoked"), () => agent.call(tool, kept));
    now.mayUse = true;

    say("The tool was switched off since the preview.");
    const off = { ...args, confirm_token: await agent.preview(tool, args) };
    now.isOn = false;
    await refused(stage, untouched("tool_disabled"), () => agent.call(tool, off));
    await refused(stage, untouched("tool_disabled"), () => agent.call(tool, args));
    now.isOn = true;

    say("The amount is a greater risk than is accepted by now.");
    const risky = { ...args, confirm_token: await agent.preview(tool, args) };
    now.limit = 100;
    const refusal = await refused(stage, untouched("risk_exceeded"), () => agent.call(tool, risky));
    now.limit = 1000;
    same("that token is spent", (await agent.call(tool, risky)).text, refusal.text);

    say("A refund that its tool wants signed by an approver (L3). There is none here, so there is no token either.");
    await refused(stage, untouched("level_unavailable/no_policy"), () =>
      agent.call(signedRefund.name, { order_id: 5002 }),
    );

    say("The right to use the tool came back, and the first token was never looked at: it still confirms.");
    const done = await observe(order5002, { before: order5002Is("0.00", 0), after: order5002Is("129.00", 1) }, () =>
      agent.call(tool, kept),
    );
    same("executed", done.body.status, "ok");
  },
};
