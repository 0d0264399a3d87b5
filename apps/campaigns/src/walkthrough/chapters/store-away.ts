import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { campaign42, campaign42Gone, campaign42There } from "../views.js";

const tool = "delete_campaign";

export const storeAway: Chapter = {
  title: "The store is away",
  async play(stage) {
    const { say, observe, expect } = stage;
    const { agent: connect, store } = await stage.server();
    const agent = await connect();
    const away = { view: campaign42, rows: campaign42There, reason: "store_unavailable" };

    say("The connection to the store is cut. Without it there is no preview, since nobody could confirm it …");
    store.isCut = true;
    await refused(stage, away, () => agent.call(tool, { id: 42 }));
    store.isCut = false;

    say("… and no execution, since nobody could know that it is the first.");
    const call = { id: 42, confirm_token: await agent.preview(tool, { id: 42 }) };
    store.isCut = true;
    await refused(stage, away, () => agent.call(tool, call));

    say("The store is back. The token was not used, so the same call does it.");
    store.isCut = false;
    const done = await observe(campaign42, { before: campaign42There, after: campaign42Gone }, () =>
      agent.call(tool, call),
    );
    expect("message", done.body.message, "Campaign 42 deleted");
  },
};
