import { setTimeout as pause } from "node:timers/promises";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { campaign42, campaign42There } from "../views.js";

const tool = "delete_campaign";
const ttlMs = 1000;

export const decline: Chapter = {
  title: "Declined: the token simply expires",
  async play(stage) {
    const agent = await (await stage.server({ ttlMs })).agent();

    stage.say("A token lives for five minutes; here for one second. The human says no, so nobody confirms.");
    const { body } = await agent.call(tool, { id: 42 });
    stage.same("the agent was told how long", body.confirm_instructions, /Token expires in 1 second and is/);
    await pause(ttlMs + 50);

    stage.say("Should the agent confirm after all, it is too late.");
    const late = await refused(stage, { view: campaign42, rows: campaign42There, reason: "expired" }, () =>
      agent.call(tool, { id: 42, confirm_token: body.confirm_token }),
    );
    stage.same(
      "the agent is told what to do",
      late.body.error,
      /Re-call without confirm_token to get a new preview\.$/,
    );
  },
};
