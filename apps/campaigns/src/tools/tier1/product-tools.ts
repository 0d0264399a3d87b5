import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listCollections } from "../../entities/collections.js";
import { listProducts } from "../../entities/products.js";
import { category, priceRange, selectionOf } from "../product-selection.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listProductsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_products",
    title: "List products",
    description: "List the products with their prices, or those of a category or in a price range.",
    input: z.strictObject({ category: category.optional(), ...priceRange }),
    readOnly: true,
    run: async (args) => ({ products: await listProducts(sql, selectionOf(args)) }),
  });

export const listCollectionsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_collections",
    title: "List collections",
    description: "List the collections of the shop with the number of products in each.",
    input: z.strictObject({}),
    readOnly: true,
    async run() {
      const collections = await listCollections(sql);
      return { collections: collections.map(({ products_digest: _, ...collection }) => collection) };
    },
  });
