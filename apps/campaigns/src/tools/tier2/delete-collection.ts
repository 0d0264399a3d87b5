import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { collection } from "../../entities/collections.js";
import { type Deleted, deleteShown } from "../../entities/delete-shown.js";
import { putDown } from "../../entities/ledger.js";
import { setBack } from "./set-back.js";

const tool = "delete_collection";

const done = (collection: Deleted) => ({ message: `Collection '${collection.name}' deleted`, details: { collection } });

export const deleteCollectionTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete collection",
    description:
      "Delete a collection of the shop. Its products stay, but are no longer found through it, and which they were is " +
      "not kept.",
    input: z.strictObject({ id: z.int().positive().describe("The collection's id, as list_collections gives it.") }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const found = await collection(tx, id);
      if (!found) return refuse(`Collection #${id} not found`);
      return {
        summary:
          `Will delete collection #${id} '${found.name}' — ${found.product_count} products are no longer in it; ` +
          "the products themselves stay",
        preview: found,
        stateVersion: JSON.stringify(found),
        material: {
          target: `collection:${id}`,
          count: found.product_count,
          reversibility: setBack("the ids of its products, which are not kept", "putting them in again", "the shop"),
        },
      };
    },
    async execute(_params, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      return done(await deleteShown(tx, "collections", preview, collection));
    },
  });
