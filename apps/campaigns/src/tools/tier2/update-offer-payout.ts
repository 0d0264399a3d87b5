import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { putDown } from "../../entities/ledger.js";
import { type Offer, offerInUse, updatePayout } from "../../entities/offers.js";
import { amountArgument, amountText } from "../../money/amount-argument.js";
import { percentChange } from "../../money/percent-change.js";
import { shownAmount, shownChange } from "../../money/shown.js";
import { setBack } from "./set-back.js";

const tool = "update_offer_payout";

const done = (offer: Offer) => ({ message: "Offer payout updated successfully", details: { offer } });

export const updateOfferPayout = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Update offer payout",
    description:
      "Change what an offer pays for each conversion, in USD. It changes what is owed from now on in every " +
      "campaign that uses the offer. Look the offer up with get_offer first.",
    input: z.strictObject({
      offer_id: z.int().positive().describe("The offer's id, as list_offers gives it."),
      new_payout: amountArgument("The new payout for one conversion, in USD."),
    }),
    category: "payout",
    transaction: db.store,
    async preview({ offer_id, new_payout }, { tx = db }) {
      const offer = await offerInUse(tx, offer_id);
      if (!offer) return refuse(`Offer #${offer_id} not found`);
      const { name, payout, currency, version, active_campaigns } = offer;
      const newPayout = amountText(new_payout);
      if (newPayout === payout) return refuse(`Offer #${offer_id} pays ${shownAmount(payout, currency)} already`);
      const deltaPct = percentChange(payout, newPayout);
      return {
        summary:
          `Will update payout of offer #${offer_id} '${name}' from ${shownAmount(payout, currency)} ` +
          `to ${shownAmount(newPayout, currency)} (${shownChange(deltaPct)}).`,
        preview: {
          offer_id,
          offer_name: name,
          current_payout: payout,
          new_payout: newPayout,
          delta_pct: deltaPct,
          active_campaigns_using_this_offer: active_campaigns,
        },
        stateVersion: `${version};${active_campaigns}`,
        material: {
          amount: { value: newPayout, currency },
          target: `offer:${offer_id}`,
          count: active_campaigns,
          reversibility: setBack(
            `the former payout, ${payout}`,
            "what was earned by it stays owed",
            "every conversion",
          ),
        },
      };
    },
    async execute({ offer_id }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const change = { id: offer_id, from: preview.current_payout, to: preview.new_payout };
      return done(await updatePayout(tx, change));
    },
  });
