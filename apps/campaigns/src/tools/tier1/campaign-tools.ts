import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import {
  type CampaignStatus,
  campaignTotals,
  createCampaign,
  listCampaigns,
  setCampaignStatus,
} from "../../entities/campaigns.js";
import { defineTier1Tool } from "./tier1-tool.js";

const byId = z.strictObject({ id: z.int().positive().describe("The campaign's id, as list_campaigns gives it.") });
const unknown = (id: number) => refuse(`Campaign #${id} not found`);

export const listCampaignsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_campaigns",
    title: "List campaigns",
    description: "List the campaigns, or those of one status.",
    input: z.strictObject({ status: z.enum(["active", "paused"]).optional() }),
    readOnly: true,
    run: async (filter) => ({ campaigns: await listCampaigns(sql, filter) }),
  });

export const getCampaignTool = (sql: Sql) =>
  defineTier1Tool({
    name: "get_campaign",
    title: "Get campaign",
    description: "One campaign with its number of flows and its lifetime clicks and revenue (USD).",
    input: byId,
    readOnly: true,
    async run({ id }) {
      const found = await campaignTotals(sql, id);
      if (!found) return unknown(id);
      const { state: _, ...campaign } = found;
      return { campaign };
    },
  });

export const createCampaignTool = (sql: Sql) =>
  defineTier1Tool({
    name: "create_campaign",
    title: "Create campaign",
    description: "Create a campaign. It is paused and has no flows, so nothing runs or is spent yet.",
    input: z.strictObject({
      name: z.string().trim().min(1).max(120).describe("A name that no campaign has yet."),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "must be two capital letters")
        .describe("Two-letter country code, for example FR."),
    }),
    readOnly: false,
    async run(fields) {
      const campaign = await createCampaign(sql, fields);
      return campaign ? { campaign } : refuse(`There is a campaign '${fields.name}' already`);
    },
  });

const statusTool = (sql: Sql, verb: "pause" | "resume", status: CampaignStatus, description: string) =>
  defineTier1Tool({
    name: `${verb}_campaign`,
    title: `${verb === "pause" ? "Pause" : "Resume"} campaign`,
    description,
    input: byId,
    readOnly: false,
    async run({ id }) {
      const campaign = await setCampaignStatus(sql, id, status);
      return campaign ? { campaign } : unknown(id);
    },
  });

export const pauseCampaignTool = (sql: Sql) =>
  statusTool(sql, "pause", "paused", "Stop a campaign for a while. resume_campaign starts it again; nothing is lost.");

export const resumeCampaignTool = (sql: Sql) =>
  statusTool(sql, "resume", "active", "Start a paused campaign again. pause_campaign stops it.");
