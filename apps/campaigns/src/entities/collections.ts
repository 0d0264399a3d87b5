import type { SqlClient } from "../database/sql.js";

export interface Collection {
  id: number;
  name: string;
  product_count: number;
  /** SHA-256 over the products' ids in order: another set of products has another digest. */
  products_digest: string;
}

const select = `select c.id, c.name, count(p.product_id)::int as product_count,
    digest_of(coalesce(string_agg(p.product_id::text, ',' order by p.product_id), '')) as products_digest
  from collections c left join collection_products p on p.collection_id = c.id`;

export const listCollections = (sql: SqlClient) => sql.query<Collection>(`${select} group by c.id order by c.id`);

export async function collection(sql: SqlClient, id: number): Promise<Collection | undefined> {
  const [found] = await sql.query<Collection>(`${select} where c.id = $1 group by c.id`, [id]);
  return found;
}
