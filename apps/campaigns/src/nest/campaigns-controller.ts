import { refuse } from "@holdpoint/tier2-core";
import { Tier2, tier2Operation } from "@holdpoint/tier2-nest";
import { Controller, Delete, Inject, Param, ParseIntPipe } from "@nestjs/common";
import type { Sql } from "../database/sql.js";
import { deleteCampaign } from "../entities/campaign-deletion.js";
import { campaignTotals } from "../entities/campaigns.js";
import { putDown } from "../entities/ledger.js";
import { sqlToken } from "./tokens.js";

const tool = "delete_campaign";

interface Shown {
  name: string;
  active_flows: number;
  total_flows: number;
}

/**
 * The deletion as a REST route. Its name and params are those of the tool, so that the token of a preview that the
 * tool answered, over MCP or in another process, confirms it here.
 */
@Controller("api/campaigns")
export class CampaignsController {
  readonly #sql: Sql;

  constructor(@Inject(sqlToken) sql: Sql) {
    this.#sql = sql;
  }

  @Delete(":id")
  @Tier2({ preview: "previewRemove", tool, category: "delete" })
  async remove(@Param("id", ParseIntPipe) id: number) {
    const operation = tier2Operation();
    if (operation === undefined) throw new Error("Not called as a route");
    const { campaign_name: name, active_flows, total_flows } = operation.preview as Shown & { campaign_name: string };
    const { operationId } = operation;
    return this.#sql.transaction(async (tx) => {
      await putDown(tx, operationId, tool);
      return deleteCampaign(tx, { id, name, active_flows, total_flows });
    });
  }

  async previewRemove(id: number) {
    const campaign = await campaignTotals(this.#sql, id);
    if (!campaign) return refuse(`Campaign #${id} not found`);
    const { name, active_flows, total_flows, state } = campaign;
    return {
      summary: `Will delete campaign #${id} '${name}' with ${total_flows} flows`,
      preview: { campaign_id: id, campaign_name: name, active_flows, total_flows },
      stateVersion: state,
      // The policies judge by it: without a count, the deletion counts as a large one.
      material: { target: `campaign:${id}`, count: total_flows, reversibility: "irreversible" as const },
    };
  }
}
