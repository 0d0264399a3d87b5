import { collectionOf, defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { campaignCost } from "../../entities/campaign-costs.js";
import { percentArgument } from "../../money/percent-argument.js";
import { shownAmount, shownChange } from "../../money/shown.js";
import type { AdNetworks } from "../../outside/ad-networks.js";
import { planScaling, type Scaled, scale, settleScaling } from "../../outside/scale-plan.js";
import { setBack } from "./set-back.js";

const done = ({ changed, not_changed }: Scaled) => ({
  message:
    not_changed.length === 0
      ? `${changed.length} daily budgets changed`
      : `${changed.length} daily budgets changed, ${not_changed.length} not: ${not_changed.join(", ")}`,
  details: { changed, not_changed },
});

export const crossPlatformScalePlan = (sql: Sql, networks: AdNetworks) =>
  defineTier2Tool({
    name: "cross_platform_scale_plan",
    title: "Scale a campaign across platforms",
    description:
      "Raise or lower the daily budgets of all active source campaigns of one campaign, at every ad network, by one " +
      "percentage. The networks spend by them from the next click on. list_source_campaigns shows which they are.",
    input: z.strictObject({
      campaign_id: z.int().positive().describe("Our campaign's id, as list_campaigns gives it."),
      change_pct: percentArgument,
    }),
    category: "bulk",
    async preview({ campaign_id, change_pct }) {
      const campaign = await campaignCost(sql, campaign_id);
      if (!campaign) return refuse(`Campaign #${campaign_id} not found`);
      const plan = planScaling(await networks.list({ tracks: campaign_id }), change_pct);
      const { budgets, changesDigest, currency, totalBefore, totalAfter } = plan;
      const rule = `tracks campaign ${campaign_id}, active`;
      if (budgets.length === 0) return refuse(`No source campaign matches ${rule}`);
      if (currency === undefined) return refuse("The budgets are in more than one currency: change them one by one");
      const free = budgets.find(({ new_budget }) => new_budget === "0.00");
      if (free) return refuse(`${free.id} would have no budget`);
      const platforms = new Set(budgets.map(({ network }) => network)).size;
      return {
        summary:
          `Will change ${budgets.length} daily budgets of campaign #${campaign_id} '${campaign.name}' at ${platforms} ` +
          `ad networks by ${shownChange(change_pct)}: ${shownAmount(totalBefore, currency)} a day becomes ` +
          `${shownAmount(totalAfter, currency)}.`,
        preview: {
          campaign_id,
          campaign_name: campaign.name,
          selection: rule,
          budget_count: budgets.length,
          change_pct,
          currency,
          total_before: totalBefore,
          total_after: totalAfter,
          budgets,
        },
        stateVersion: changesDigest,
        material: {
          amount: { value: totalAfter, currency },
          target: `campaign:${campaign_id}`,
          ...collectionOf(
            budgets.map(({ id }) => id),
            rule,
          ),
          reversibility: setBack("the former budgets, as shown", "what was spent", "every click that is bought"),
        },
      };
    },
    async execute(_params, { operationId, preview }) {
      return done(await scale(networks, operationId, preview.budgets));
    },
    async reconcile(_params, { operationId, preview }) {
      const scaled = await settleScaling(networks, operationId, preview.budgets);
      return scaled.changed.length === 0 ? { outcome: "not_executed" } : { outcome: "completed", ...done(scaled) };
    },
  });
