import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Tier1Tool } from "../tools/tier1/tier1-tool.js";

/** A safe write is refused or changes nothing when it is repeated: names are unique, a status is set. */
export const tier1Annotations = ({ title, readOnly }: Pick<Tier1Tool, "title" | "readOnly">): ToolAnnotations => ({
  title,
  readOnlyHint: readOnly,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/**
 * What the confirmed operation does; clients show these to people and decide by them whether to ask.
 * `idempotentHint` is about the same arguments confirmed anew: a second refund pays again, a second +10 % adds up.
 * A repeated confirm call never runs anything twice, whatever it says here. `openWorldHint`: it reaches an ad network
 * or the payment provider; the others work on the example's own database and on nothing else.
 */
const hints: Readonly<Record<string, readonly [destructive: boolean, idempotent: boolean, openWorld: boolean]>> = {
  delete_campaign: [true, true, false],
  delete_email_list: [true, true, false],
  delete_collection: [true, true, false],
  delete_product: [true, true, false],
  delete_cloaking_workflow: [true, true, false],
  delete_email_conversion_trigger: [true, true, false],
  update_offer_payout: [true, true, false],
  update_campaign_cost: [true, true, false],
  refund_order: [true, false, false],
  cancel_order: [true, true, false],
  create_email_smtp_server: [false, true, false],
  bulk_update_product_prices: [true, false, false],
  update_source_campaign_budget: [true, true, true],
  update_source_campaign_bid: [true, true, true],
  pause_source_campaign: [true, true, true],
  resume_source_campaign: [true, true, true],
  create_download_link: [false, false, false],
  cross_platform_scale_plan: [true, false, true],
  refund_native_order: [true, false, true],
  cancel_native_order: [true, true, true],
  apply_migration: [true, true, true],
};

/** A tool that is not in the table gets the worst that can be said of it. */
export function tier2Annotations({ name, title }: { name: string; title?: string | undefined }): ToolAnnotations {
  const [destructiveHint, idempotentHint, openWorldHint] = hints[name] ?? [true, false, true];
  return { ...(title !== undefined && { title }), readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint };
}
