import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { amountArgument, amountText } from "../../money/amount-argument.js";
import { percentChange } from "../../money/percent-change.js";
import { shownAmount, shownChange } from "../../money/shown.js";
import type { AdNetworks, SourceCampaign } from "../../outside/ad-networks.js";
import { answerOf, reconciled } from "./outside-outcome.js";
import { setBack } from "./set-back.js";
import { shownSource, sourceCampaignId } from "./source-campaign-argument.js";

const done = (source: SourceCampaign) => ({
  message: `Daily budget of ${source.id} is now ${shownAmount(source.daily_budget, source.currency)}`,
  details: { source_campaign: source },
});

export const updateSourceCampaignBudget = (networks: AdNetworks) =>
  defineTier2Tool({
    name: "update_source_campaign_budget",
    title: "Update source campaign budget",
    description:
      "Change what an ad network may spend on a campaign each day. The network spends by it from the next click on; what " +
      "was spent is not given back.",
    input: z.strictObject({
      source_campaign_id: sourceCampaignId,
      new_daily_budget: amountArgument("The new budget for one day, in the campaign's currency."),
    }),
    category: "budget",
    async preview({ source_campaign_id: id, new_daily_budget }) {
      const source = await networks.find(id);
      if (!source) return refuse(`Source campaign ${id} not found`);
      const { daily_budget: current, currency } = source;
      const next = amountText(new_daily_budget);
      if (next === current) return refuse(`The daily budget of ${id} is ${shownAmount(current, currency)} already`);
      const deltaPct = percentChange(current, next);
      return {
        summary:
          `Will set the daily budget of ${id} '${source.name}' at ${source.network} (${source.status}) from ` +
          `${shownAmount(current, currency)} to ${shownAmount(next, currency)} (${shownChange(deltaPct)}).`,
        preview: {
          ...shownSource(source),
          current_daily_budget: current,
          new_daily_budget: next,
          currency,
          delta_pct: deltaPct,
        },
        stateVersion: String(source.version),
        material: {
          amount: { value: next, currency },
          target: `source_campaign:${id}`,
          destination: source.network,
          reversibility: setBack(`the former budget, ${current}`, "what was spent", "every click that is bought"),
        },
      };
    },
    async execute({ source_campaign_id: id }, { operationId, preview }) {
      const change = { id, version: preview.version, set: { daily_budget: preview.new_daily_budget } };
      return done(await answerOf(networks.change(operationId, change)));
    },
    reconcile: async (_params, { operationId }) => reconciled(await networks.settle(operationId), done),
  });
