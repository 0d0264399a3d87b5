import { setTimeout as pause } from "node:timers/promises";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { campaign42, campaign42Gone, campaign42There } from "../views.js";

const tool = "delete_campaign";
const retentionMs = 700;

export const forgottenAnswer: Chapter = {
  title: "A retry after the recorded answer is gone",
  async play(stage) {
    const agent = await (await stage.server({ retentionMs })).agent();

    stage.say("Answers are replayed for five minutes; here for 0.7 seconds. That it was executed is known for a day.");
    const call = { id: 42, confirm_token: await agent.preview(tool, { id: 42 }) };
    await stage.observe(campaign42, { before: campaign42There, after: campaign42Gone }, () => agent.call(tool, call));
    await pause(retentionMs + 50);
    const refusal = { view: campaign42, rows: campaign42Gone, reason: "unknown_or_used/already_executed" };
    const late = await refused(stage, refusal, () => agent.call(tool, call));
    stage.expect("the agent is told", late.body.error, /Do not execute it again\.$/);
  },
};
