import * as z from "zod";
import type { SourceCampaign } from "../../outside/ad-networks.js";

export const sourceCampaignId = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe("The id at the ad network, as list_source_campaigns gives it, for example src_901.");

/** What every preview of a change at an ad network shows of its target. `version` is what the change is meant for. */
export const shownSource = ({ id, network, name, tracks_campaign, status, version }: SourceCampaign) => ({
  source_campaign_id: id,
  network,
  name,
  tracks_campaign,
  status,
  version,
});
