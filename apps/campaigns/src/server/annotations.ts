import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Tier1Tool } from "../tools/tier1/tier1-tool.js";

/** Every tool works on the example's own database and on nothing else. */
const closedWorld = { openWorldHint: false };

/** A safe write is refused or changes nothing when it is repeated: names are unique, a status is set. */
export const tier1Annotations = ({ title, readOnly }: Pick<Tier1Tool, "title" | "readOnly">): ToolAnnotations => ({
  title,
  readOnlyHint: readOnly,
  destructiveHint: false,
  idempotentHint: true,
  ...closedWorld,
});

/**
 * What the confirmed operation does; clients show these to people and decide by them whether to ask.
 * `idempotentHint` is about the same arguments confirmed anew: a second refund pays again, a second +10 % adds up.
 * A repeated confirm call never runs anything twice, whatever it says here.
 */
const hints: Readonly<Record<string, { destructiveHint: boolean; idempotentHint: boolean }>> = {
  delete_campaign: { destructiveHint: true, idempotentHint: true },
  update_offer_payout: { destructiveHint: true, idempotentHint: true },
  refund_order: { destructiveHint: true, idempotentHint: false },
  create_email_smtp_server: { destructiveHint: false, idempotentHint: true },
  bulk_update_product_prices: { destructiveHint: true, idempotentHint: false },
};

/** A tool that is not in the table gets the worst that can be said of it. */
export const tier2Annotations = ({ name, title }: { name: string; title?: string | undefined }): ToolAnnotations => ({
  ...(title !== undefined && { title }),
  readOnlyHint: false,
  ...(hints[name] ?? { destructiveHint: true, idempotentHint: false }),
  ...closedWorld,
});
