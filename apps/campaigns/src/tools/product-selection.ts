import * as z from "zod";
import type { ProductSelection } from "../entities/products.js";
import { amountArgument, amountText } from "../money/amount-argument.js";

/** The arguments that select products, the same for list_products and bulk_update_product_prices. */
export const priceRange = {
  min_price: amountArgument("Only products that cost this or more.").optional(),
  max_price: amountArgument("Only products that cost this or less.").optional(),
};

export interface SelectionArguments {
  category?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
}

export const category = z.string().trim().min(1).describe("A product category, for example gadgets.");

const bound = (price: number | undefined) => (price === undefined ? undefined : amountText(price));

export const selectionOf = ({ category, min_price, max_price }: SelectionArguments): ProductSelection => ({
  category,
  minPrice: bound(min_price),
  maxPrice: bound(max_price),
});

/** The rule in words that leave nothing open: "category = 'gadgets', price >= 20.00, price <= 80.00". */
export function selectionRule({ category, minPrice, maxPrice }: ProductSelection): string {
  const parts = [
    category === undefined ? undefined : `category = '${category}'`,
    minPrice === undefined ? undefined : `price >= ${minPrice}`,
    maxPrice === undefined ? undefined : `price <= ${maxPrice}`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
