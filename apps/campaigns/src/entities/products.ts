import type { SqlClient } from "../database/sql.js";

export interface Product {
  id: number;
  name: string;
  category: string;
  price: string;
  currency: string;
}

/** Which products: all of a category, or those of it in a price range (both ends included). */
export interface ProductSelection {
  category?: string | undefined;
  minPrice?: string | undefined;
  maxPrice?: string | undefined;
}

/** The condition and its values $1 to $3, the same for what is listed and for what is changed. */
export const selected =
  "($1::text is null or category = $1) and price >= coalesce($2::numeric, 0) and ($3::numeric is null or price <= $3)";

export const selectionValues = ({ category, minPrice, maxPrice }: ProductSelection) => [
  category ?? null,
  minPrice ?? null,
  maxPrice ?? null,
];

export const listProducts = (sql: SqlClient, selection: ProductSelection) =>
  sql.query<Product>(
    `select id, name, category, price::text, currency from products where ${selected} order by id`,
    selectionValues(selection),
  );

/** A product with what would lose it. */
export interface ProductInUse extends Product {
  collections: string[];
}

export async function productInUse(sql: SqlClient, id: number): Promise<ProductInUse | undefined> {
  const [product] = await sql.query<ProductInUse>(
    `select id, name, category, price::text, currency, coalesce(
       (select json_agg(c.name order by c.id) from collections c
        join collection_products p on p.collection_id = c.id where p.product_id = products.id), '[]') as collections
     from products where id = $1`,
    [id],
  );
  return product;
}
