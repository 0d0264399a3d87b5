import type { Chapter } from "../chapter.js";
import { campaign42, campaign42Gone, campaign42There } from "../views.js";

const tool = "delete_campaign";

export const twoSteps: Chapter = {
  title: "Two steps: preview, then confirm",
  async play({ say, expect, same, holds, observe, server }) {
    const agent = await (await server()).agent();

    say("The first call of a dangerous tool runs nothing. It answers what would happen, and a single-use token.");
    const preview = await observe(campaign42, { before: campaign42There, after: "unchanged" }, () =>
      agent.call(tool, { id: 42 }),
    );
    expect("status", preview.body.status, "confirmation_required");
    expect(
      "summary",
      preview.body.summary,
      "Will delete campaign #42 'Black Friday FR' — 12 active flows, 4523 lifetime clicks, $1247 lifetime revenue",
    );
    const confirm_token = String(preview.body.confirm_token);
    same("the token has 256 random bits", confirm_token, /^cfm_[\w-]{43}$/);

    say("The human behind the agent agrees: the same arguments plus the token. Now it runs.");
    const args = { id: 42, confirm_token };
    const done = await observe(campaign42, { before: campaign42There, after: campaign42Gone }, () =>
      agent.call(tool, args),
    );
    expect("status", done.body.status, "ok");
    expect("message", done.body.message, "Campaign 42 deleted");
    same("it is no replay", done.replayed, false);

    say("The same confirm call again, as a nervous agent sends it: the recorded answer, and nothing runs.");
    const again = await observe(campaign42, { before: campaign42Gone, after: "unchanged" }, () =>
      agent.call(tool, args),
    );
    same("the answer is the same to the byte", again.text, done.text);
    same("its structuredContent is the same", again.result.structuredContent, done.result.structuredContent);
    holds("that it is a replay is told beside it", again.replayed);
  },
};
