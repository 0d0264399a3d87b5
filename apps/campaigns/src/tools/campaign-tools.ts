import type { Tier2Tool } from "@holdpoint/tier2-core";
import type { Database } from "../database/database.js";
import type { Sql } from "../database/sql.js";
import { adNetworks } from "../outside/ad-networks.js";
import { nativeCheckout } from "../outside/native-checkout.js";
import { schemaMigrations } from "../outside/schema-migrations.js";
import type { PasswordVault } from "../secrets/password-vault.js";
import type { PublicAddress } from "./public-address.js";
import {
  createCampaignTool,
  getCampaignTool,
  listCampaignsTool,
  pauseCampaignTool,
  resumeCampaignTool,
} from "./tier1/campaign-tools.js";
import { listCloakingWorkflowsTool } from "./tier1/cloaking-tools.js";
import { getDocumentMetadataTool, listDocumentsTool } from "./tier1/document-tools.js";
import {
  addEmailSequenceStepTool,
  createEmailListTool,
  enrollEmailSubscriberTool,
  listEmailListsTool,
  updateEmailListTool,
} from "./tier1/email-list-tools.js";
import { bindLandingTool, createLandingTool, generateAiLandingTool, listLandingsTool } from "./tier1/landing-tools.js";
import { getOfferTool, listOffersTool } from "./tier1/offer-tools.js";
import { listOrdersTool } from "./tier1/order-tools.js";
import { listNativeOrdersTool, listSourceCampaignsTool } from "./tier1/outside-tools.js";
import { listCollectionsTool, listProductsTool } from "./tier1/product-tools.js";
import { listSmtpServersTool } from "./tier1/smtp-server-tools.js";
import type { Tier1Tool } from "./tier1/tier1-tool.js";
import { listConversionTriggersTool } from "./tier1/trigger-tools.js";
import { applyMigration } from "./tier2/apply-migration.js";
import { bulkUpdateProductPrices } from "./tier2/bulk-update-product-prices.js";
import { cancelNativeOrder } from "./tier2/cancel-native-order.js";
import { cancelOrderTool } from "./tier2/cancel-order.js";
import { createDownloadLinkTool } from "./tier2/create-download-link.js";
import { createEmailSmtpServer } from "./tier2/create-email-smtp-server.js";
import { crossPlatformScalePlan } from "./tier2/cross-platform-scale-plan.js";
import { deleteCampaignTool } from "./tier2/delete-campaign.js";
import { deleteCloakingWorkflowTool } from "./tier2/delete-cloaking-workflow.js";
import { deleteCollectionTool } from "./tier2/delete-collection.js";
import { deleteEmailConversionTrigger } from "./tier2/delete-email-conversion-trigger.js";
import { deleteEmailListTool } from "./tier2/delete-email-list.js";
import { deleteProductTool } from "./tier2/delete-product.js";
import { refundNativeOrder } from "./tier2/refund-native-order.js";
import { refundOrderTool } from "./tier2/refund-order.js";
import { pauseSourceCampaign, resumeSourceCampaign } from "./tier2/source-campaign-delivery.js";
import { updateCampaignCost } from "./tier2/update-campaign-cost.js";
import { updateOfferPayout } from "./tier2/update-offer-payout.js";
import { updateSourceCampaignBid } from "./tier2/update-source-campaign-bid.js";
import { updateSourceCampaignBudget } from "./tier2/update-source-campaign-budget.js";

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
  listNativeOrdersTool(nativeCheckout(sql)),
  listProductsTool(sql),
  listCollectionsTool(sql),
  listSourceCampaignsTool(adNetworks(sql)),
  listCloakingWorkflowsTool(sql),
  listSmtpServersTool(sql),
  listEmailListsTool(sql),
  createEmailListTool(sql),
  updateEmailListTool(sql),
  addEmailSequenceStepTool(sql),
  enrollEmailSubscriberTool(sql),
  listConversionTriggersTool(sql),
  listLandingsTool(sql),
  createLandingTool(sql),
  generateAiLandingTool(sql),
  bindLandingTool(sql),
  listDocumentsTool(sql),
  getDocumentMetadataTool(sql),
];

/** Preview first: each can lose data, money or a credential, or give something away. */
export const tier2Tools = (db: Database, vault: PasswordVault, address: PublicAddress): Tier2Tool[] => [
  ...databaseTools(db, vault, address),
  ...outsideTools(db),
];

/** Their whole effect is in the example's own database: exactly once, in one transaction with their token. */
const databaseTools = (db: Database, vault: PasswordVault, address: PublicAddress): Tier2Tool[] => [
  deleteCampaignTool(db),
  deleteEmailListTool(db),
  deleteCollectionTool(db),
  deleteProductTool(db),
  deleteCloakingWorkflowTool(db),
  deleteEmailConversionTrigger(db),
  updateOfferPayout(db),
  updateCampaignCost(db),
  refundOrderTool(db),
  cancelOrderTool(db),
  createEmailSmtpServer(db, vault),
  bulkUpdateProductPrices(db),
  createDownloadLinkTool(db, address),
];

/**
 * Their effect is at an ad network or at the payment provider, which no transaction of ours takes in: at most once, and
 * whoever drops out in the middle leaves a doubt that `reconcile` settles by asking there.
 */
const outsideTools = (sql: Sql): Tier2Tool[] => [
  updateSourceCampaignBudget(adNetworks(sql)),
  updateSourceCampaignBid(adNetworks(sql)),
  pauseSourceCampaign(adNetworks(sql)),
  resumeSourceCampaign(adNetworks(sql)),
  crossPlatformScalePlan(sql, adNetworks(sql)),
  refundNativeOrder(nativeCheckout(sql)),
  cancelNativeOrder(nativeCheckout(sql)),
  applyMigration(schemaMigrations(sql)),
];
