import type { Chapter } from "../chapter.js";
import { offer12, offer12Is, offer12Untouched } from "../views.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

export const payout: Chapter = {
  title: "A payout: the envelope, word for word",
  async play({ say, showJson, expect, same, observe, server, database }) {
    const agent = await (await server()).agent();

    say("This is the whole answer to a first call.");
    const preview = await observe(offer12, { before: offer12Untouched, after: "unchanged" }, () =>
      agent.call(tool, args),
    );
    showJson(preview.body);
    const token = String(preview.body.confirm_token);
    same("word for word, but for the token of this run", preview.body, {
      status: "confirmation_required",
      tool,
      summary: "Will update payout of offer #12 'Sweepstakes FR Gold' from $4.50 to $6.20 (+37.8%).",
      preview: {
        offer_id: 12,
        offer_name: "Sweepstakes FR Gold",
        current_payout: "4.50",
        new_payout: "6.20",
        delta_pct: 37.8,
        active_campaigns_using_this_offer: 4,
      },
      material: {
        amount: { value: "6.20", currency: "USD" },
        target: "offer:12",
        count: 4,
        reversibility: {
          kind: "costly",
          cost: "what was earned by it stays owed",
          by: "whoever may confirm this tool",
          evidence: "the former payout, 4.50",
          until: null,
          consumed_by: "every conversion",
        },
      },
      confirm_token: token,
      confirm_instructions: `Review the preview above. If correct, call "${tool}" again with the SAME arguments plus "confirm_token": "${token}". Token expires in 5 minutes and is single-use.`,
    });
    same("clients that read structuredContent get the same", preview.result.structuredContent, preview.body);
    const [first] = preview.result.content;
    same("those that read text are warned first", first?.type === "text" && first.text, /^NOT EXECUTED\. /);

    say("Confirmed:");
    const call = () => agent.call(tool, { ...args, confirm_token: token });
    const done = await observe(offer12, { before: offer12Untouched, after: offer12Is("6.20", 2, 1) }, call);
    showJson(done.body);
    const { updated_at } = done.body.offer as { updated_at: unknown };
    same("word for word, but for the time", done.body, {
      status: "ok",
      tool,
      message: "Offer payout updated successfully",
      offer: { id: 12, name: "Sweepstakes FR Gold", payout: "6.20", updated_at },
    });
    expect("the time", updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    say("A colleague sets another payout. A retry of the confirm call must not set 6.20 again, and does not.");
    await database.query("update offers set payout = 5.00 where id = 12");
    const again = await observe(offer12, { before: offer12Is("5.00", 3, 1), after: "unchanged" }, call);
    same("the answer is the recorded one, to the byte", again.text, done.text);
  },
};
