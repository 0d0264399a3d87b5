import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { type Deleted, deleteShown } from "../../entities/delete-shown.js";
import { putDown } from "../../entities/ledger.js";
import { productInUse } from "../../entities/products.js";
import { shownAmount } from "../../money/shown.js";

const tool = "delete_product";

const done = (product: Deleted) => ({ message: `Product '${product.name}' deleted`, details: { product } });

export const deleteProductTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete product",
    description:
      "Delete a product of the shop for good. It disappears from every collection and can no longer be ordered.",
    input: z.strictObject({ id: z.int().positive().describe("The product's id, as list_products gives it.") }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const found = await productInUse(tx, id);
      if (!found) return refuse(`Product #${id} not found`);
      return {
        summary:
          `Will delete product #${id} '${found.name}' (${found.category}, ${shownAmount(found.price, found.currency)}) ` +
          `— in ${found.collections.length} collections`,
        preview: found,
        stateVersion: JSON.stringify(found),
        material: { target: `product:${id}`, count: found.collections.length, reversibility: "irreversible" },
      };
    },
    async execute(_params, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      return done(await deleteShown(tx, "products", preview, productInUse));
    },
  });
