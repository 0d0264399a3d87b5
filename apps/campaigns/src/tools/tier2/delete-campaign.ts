import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { type DeletedCampaign, deleteCampaign } from "../../entities/campaign-deletion.js";
import { campaignTotals } from "../../entities/campaigns.js";
import { putDown } from "../../entities/ledger.js";
import { shownTotal } from "../../money/shown.js";

const tool = "delete_campaign";

const done = (campaign: DeletedCampaign) => ({
  message: `Campaign ${campaign.id} deleted`,
  details: { campaign },
});

export const deleteCampaignTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete campaign",
    description:
      "Delete a campaign for good, with all its flows and its traffic history; nothing brings them back. " +
      "To stop a campaign for a while use pause_campaign instead.",
    input: z.strictObject({ id: z.int().positive().describe("The campaign's id, as list_campaigns gives it.") }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const campaign = await campaignTotals(tx, id);
      if (!campaign) return refuse(`Campaign #${id} not found`);
      const { name, status, active_flows, total_flows, lifetime_clicks, lifetime_revenue } = campaign;
      return {
        summary:
          `Will delete campaign #${id} '${name}' — ${active_flows} active flows, ` +
          `${lifetime_clicks} lifetime clicks, ${shownTotal(lifetime_revenue)} lifetime revenue`,
        preview: {
          campaign_id: id,
          campaign_name: name,
          status,
          active_flows,
          total_flows,
          lifetime_clicks,
          lifetime_revenue,
        },
        stateVersion: campaign.state,
        material: { target: `campaign:${id}`, count: total_flows, reversibility: "irreversible" },
      };
    },
    async execute({ id }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const { campaign_name: name, active_flows, total_flows } = preview;
      return done(await deleteCampaign(tx, { id, name, active_flows, total_flows }));
    },
  });
