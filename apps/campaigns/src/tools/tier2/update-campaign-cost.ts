import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { type CampaignCost, campaignCost, updateCost } from "../../entities/campaign-costs.js";
import { putDown } from "../../entities/ledger.js";
import { amountArgument, amountText } from "../../money/amount-argument.js";
import { percentChange } from "../../money/percent-change.js";
import { shownAmount, shownChange } from "../../money/shown.js";
import { setBack } from "./set-back.js";

const tool = "update_campaign_cost";

const done = (cost: CampaignCost) => ({
  message: `Campaign ${cost.id} now costs ${shownAmount(cost.cost_per_click)} a click`,
  details: { campaign: cost },
});

export const updateCampaignCost = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Update campaign cost",
    description:
      "Change what a campaign is reckoned to pay for each click, in USD. Every report of its profit follows it, and so " +
      "do the decisions that are taken by them.",
    input: z.strictObject({
      campaign_id: z.int().positive().describe("The campaign's id, as list_campaigns gives it."),
      new_cost_per_click: amountArgument("The new cost of one click, in USD."),
    }),
    category: "payout",
    transaction: db.store,
    async preview({ campaign_id, new_cost_per_click }, { tx = db }) {
      const found = await campaignCost(tx, campaign_id);
      if (!found) return refuse(`Campaign #${campaign_id} not found`);
      const { name, status, cost_per_click, version } = found;
      const newCost = amountText(new_cost_per_click);
      if (newCost === cost_per_click) {
        return refuse(`Campaign #${campaign_id} costs ${shownAmount(cost_per_click)} a click already`);
      }
      const deltaPct = percentChange(cost_per_click, newCost);
      return {
        summary:
          `Will update the cost per click of campaign #${campaign_id} '${name}' (${status}) from ` +
          `${shownAmount(cost_per_click)} to ${shownAmount(newCost)} (${shownChange(deltaPct)}).`,
        preview: {
          campaign_id,
          campaign_name: name,
          status,
          current_cost_per_click: cost_per_click,
          new_cost_per_click: newCost,
          delta_pct: deltaPct,
        },
        stateVersion: String(version),
        material: {
          amount: { value: newCost, currency: "USD" },
          target: `campaign:${campaign_id}`,
          reversibility: setBack(
            `the former cost, ${cost_per_click}`,
            "decisions taken by the reports",
            "every report",
          ),
        },
      };
    },
    async execute({ campaign_id }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const change = { id: campaign_id, from: preview.current_cost_per_click, to: preview.new_cost_per_click };
      return done(await updateCost(tx, change));
    },
  });
