import * as z from "zod";
import type { AdNetworks } from "../../outside/ad-networks.js";
import type { NativeCheckout } from "../../outside/native-checkout.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listSourceCampaignsTool = (networks: AdNetworks) =>
  defineTier1Tool({
    name: "list_source_campaigns",
    title: "List source campaigns",
    description: "List the campaigns at the ad networks with status, daily budget and bid, or those of one of ours.",
    input: z.strictObject({
      campaign_id: z.int().positive().optional().describe("Only those that bring clicks to this campaign of ours."),
    }),
    readOnly: true,
    async run({ campaign_id }) {
      const sources = await networks.list({ tracks: campaign_id });
      return { source_campaigns: sources.map(({ version: _, ...source }) => source) };
    },
  });

export const listNativeOrdersTool = (checkout: NativeCheckout) =>
  defineTier1Tool({
    name: "list_native_orders",
    title: "List native orders",
    description: "List the orders of the native checkout with their total and what of it was refunded.",
    input: z.strictObject({}),
    readOnly: true,
    async run() {
      const orders = await checkout.list();
      return { native_orders: orders.map(({ version: _, ...order }) => order) };
    },
  });
