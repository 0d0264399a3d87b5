import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { shownAmount } from "../../money/shown.js";
import type { AdNetworks, SourceCampaign } from "../../outside/ad-networks.js";
import { answerOf, reconciled } from "./outside-outcome.js";
import { setBack } from "./set-back.js";
import { shownSource, sourceCampaignId } from "./source-campaign-argument.js";

const done = (source: SourceCampaign) => ({
  message: `Source campaign ${source.id} is now ${source.status}`,
  details: { source_campaign: source },
});

const deliveryTool = (
  networks: AdNetworks,
  verb: "pause" | "resume",
  status: SourceCampaign["status"],
  words: { title: string; description: string; consequence: string; cost: string },
) =>
  defineTier2Tool({
    name: `${verb}_source_campaign`,
    title: words.title,
    description: words.description,
    input: z.strictObject({ source_campaign_id: sourceCampaignId }),
    category: "delivery",
    async preview({ source_campaign_id: id }) {
      const source = await networks.find(id);
      if (!source) return refuse(`Source campaign ${id} not found`);
      if (source.status === status) return refuse(`Source campaign ${id} is ${status} already`);
      const { daily_budget, currency } = source;
      return {
        summary:
          `Will ${verb} ${id} '${source.name}' at ${source.network} (daily budget ` +
          `${shownAmount(daily_budget, currency)}): ${words.consequence}.`,
        preview: { ...shownSource(source), new_status: status, daily_budget, currency },
        stateVersion: String(source.version),
        material: {
          amount: { value: daily_budget, currency },
          target: `source_campaign:${id}`,
          destination: source.network,
          reversibility: setBack(`the former status, ${source.status}`, words.cost, "every hour that passes"),
        },
      };
    },
    async execute({ source_campaign_id: id }, { operationId, preview }) {
      return done(await answerOf(networks.change(operationId, { id, version: preview.version, set: { status } })));
    },
    reconcile: async (_params, { operationId }) => reconciled(await networks.settle(operationId), done),
  });

export const pauseSourceCampaign = (networks: AdNetworks) =>
  deliveryTool(networks, "pause", "paused", {
    title: "Pause source campaign",
    description:
      "Stop the delivery of a campaign at its ad network, at once. The clicks it would have brought are gone, and the " +
      "network starts to learn anew when it is resumed.",
    consequence: "it stops delivering at once",
    cost: "the clicks that it did not bring",
  });

export const resumeSourceCampaign = (networks: AdNetworks) =>
  deliveryTool(networks, "resume", "active", {
    title: "Resume source campaign",
    description: "Start the delivery of a paused campaign at its ad network again. It spends its budget from then on.",
    consequence: "it spends from now on",
    cost: "what was spent",
  });
