import { collectionOf, defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { putDown } from "../../entities/ledger.js";
import { planPrices, type UpdatedPrices, updatePrices } from "../../entities/product-prices.js";
import { percentArgument, percentText } from "../../money/percent-argument.js";
import { shownAmount, shownChange } from "../../money/shown.js";
import { category, priceRange, selectionOf, selectionRule } from "../product-selection.js";
import { setBack } from "./set-back.js";

const tool = "bulk_update_product_prices";
const sampleSize = 5;

const done = (prices: UpdatedPrices) => ({
  message: `Prices of ${prices.updated_products} products updated`,
  details: { prices },
});

export const bulkUpdateProductPrices = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Bulk update product prices",
    description:
      "Raise or lower the prices of all products of a category, or of those in a price range of it, by a " +
      "percentage. New prices are rounded to the cent, halves up. The old prices are not kept. list_products " +
      "with the same category and range shows which products would be changed.",
    input: z.strictObject({ category, ...priceRange, change_pct: percentArgument }),
    category: "bulk",
    transaction: db.store,
    async preview({ change_pct, ...args }, { tx = db }) {
      const selection = selectionOf(args);
      const rule = selectionRule(selection);
      const plan = await planPrices(tx, selection, percentText(change_pct));
      const { changes, changesDigest, totalBefore, totalAfter } = plan;
      if (changes.length === 0) return refuse(`No product matches ${rule}`);
      const free = changes.find(({ new_price }) => new_price === "0.00");
      if (free) return refuse(`Product #${free.id} '${free.name}' would cost nothing`);
      return {
        summary:
          `Will change the prices of ${changes.length} products (${rule}) by ${shownChange(change_pct)}: ` +
          `${shownAmount(totalBefore)} in total becomes ${shownAmount(totalAfter)}.`,
        preview: {
          selection: rule,
          product_count: changes.length,
          change_pct,
          total_before: totalBefore,
          total_after: totalAfter,
          sample: changes.slice(0, sampleSize),
          changes_digest: changesDigest,
        },
        stateVersion: changesDigest, // which products they are stands in the material, and is part of the state too,
        material: {
          amount: { value: totalAfter, currency: "USD" },
          target: "products",
          ...collectionOf(
            changes.map(({ id }) => id),
            rule,
          ),
          reversibility: setBack("the former prices, which are not kept", "what was sold by them", "every order"),
        },
      };
    },
    async execute({ change_pct, ...args }, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      const request = {
        selection: selectionOf(args),
        changePct: percentText(change_pct),
        changesDigest: preview.changes_digest,
      };
      return done(await updatePrices(tx, request));
    },
  });
