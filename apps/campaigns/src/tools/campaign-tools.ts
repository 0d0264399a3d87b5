import type { Tier2Tool } from "@holdpoint/tier2-core";
import type { Sql } from "../database/sql.js";
import type { PasswordVault } from "../secrets/password-vault.js";
import {
  createCampaignTool,
  getCampaignTool,
  listCampaignsTool,
  pauseCampaignTool,
  resumeCampaignTool,
} from "./tier1/campaign-tools.js";
import { createEmailListTool } from "./tier1/email-list-tools.js";
import { getOfferTool, listOffersTool } from "./tier1/offer-tools.js";
import { listOrdersTool } from "./tier1/order-tools.js";
import { listProductsTool } from "./tier1/product-tools.js";
import { listSmtpServersTool } from "./tier1/smtp-server-tools.js";
import type { Tier1Tool } from "./tier1/tier1-tool.js";
import { bulkUpdateProductPrices } from "./tier2/bulk-update-product-prices.js";
import { createEmailSmtpServer } from "./tier2/create-email-smtp-server.js";
import { deleteCampaignTool } from "./tier2/delete-campaign.js";
import { refundOrderTool } from "./tier2/refund-order.js";
import { updateOfferPayout } from "./tier2/update-offer-payout.js";

/** Run at once. */
export const tier1Tools = (sql: Sql): Tier1Tool[] => [
  listCampaignsTool(sql),
  getCampaignTool(sql),
  createCampaignTool(sql),
  pauseCampaignTool(sql),
  resumeCampaignTool(sql),
  listOffersTool(sql),
  getOfferTool(sql),
  listOrdersTool(sql),
  listProductsTool(sql),
  listSmtpServersTool(sql),
  createEmailListTool(sql),
];

/** Preview first: each can lose data, money or a credential. */
export const tier2Tools = (sql: Sql, vault: PasswordVault): Tier2Tool[] => [
  deleteCampaignTool(sql),
  updateOfferPayout(sql),
  refundOrderTool(sql),
  createEmailSmtpServer(sql, vault),
  bulkUpdateProductPrices(sql),
];
