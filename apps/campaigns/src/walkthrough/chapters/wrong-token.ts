import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { campaign42, campaign42Gone, campaign42There } from "../views.js";

const tool = "delete_campaign";

export const wrongToken: Chapter = {
  title: "A token that does not fit",
  async play(stage) {
    const { say, expect, observe } = stage;
    const { agent: connect } = await stage.server();
    const [owner, stranger] = [await connect("a"), await connect("b")];
    const never = (reason: string) => ({ view: campaign42, rows: campaign42There, reason });

    say("No model can make up a token.");
    await refused(stage, never("unknown_or_used"), () =>
      owner.call(tool, { id: 42, confirm_token: "cfm_a1b2c3d4e5f6g7h8i9j0k1l2" }),
    );

    say("A token is bound to the MCP token that asked for it …");
    const confirm_token = await owner.preview(tool, { id: 42 });
    await refused(stage, never("wrong_owner"), () => stranger.call(tool, { id: 42, confirm_token }));

    say("… to its tool …");
    await refused(stage, never("wrong_tool"), () =>
      owner.call("update_offer_payout", { offer_id: 12, new_payout: 6.2, confirm_token }),
    );

    say("… and to the arguments that were shown.");
    const changed = await refused(stage, never("params_changed"), () => owner.call(tool, { id: 43, confirm_token }));
    expect(
      "the agent is told",
      changed.body.error,
      "Arguments changed between the preview and the confirm call. Re-call without confirm_token to get a new preview.",
    );

    say("None of these attempts has used the token up: a thief cannot burn it. Its owner confirms what was shown.");
    const done = await observe(campaign42, { before: campaign42There, after: campaign42Gone }, () =>
      owner.call(tool, { id: 42, confirm_token }),
    );
    expect("message", done.body.message, "Campaign 42 deleted");

    say("Nor does the recorded answer go to anybody else.");
    const afterwards = { view: campaign42, rows: campaign42Gone, reason: "wrong_owner" };
    await refused(stage, afterwards, () => stranger.call(tool, { id: 42, confirm_token }));
  },
};
