import type { SqlClient } from "../database/sql.js";
import { demandAsShown } from "./as-shown.js";

/** Where the row of a deletion is locked and deleted; whatever belongs to it goes by foreign keys. */
type Table = "email_lists" | "collections" | "products" | "cloaking_workflows" | "email_conversion_triggers";

export interface Deleted {
  id: number;
  name: string;
  deleted_at: string;
}

interface Shown {
  id: number;
  name: string;
}

/**
 * Deletes a row and what belongs to it, if everything that was shown of it is still so. The lock on the row keeps
 * others from adding anything to it meanwhile: a reference to a row takes a lock on it too.
 */
export async function deleteShown<Facts extends Shown>(
  tx: SqlClient,
  table: Table,
  shown: Facts,
  read: (sql: SqlClient, id: number) => Promise<Facts | undefined>,
): Promise<Deleted> {
  await tx.query(`select id from ${table} where id = $1 for update`, [shown.id]);
  demandAsShown(`'${shown.name}'`, shown, await read(tx, shown.id));
  const [deleted] = await tx.query<Deleted>(
    `delete from ${table} where id = $1 returning id, name, iso_time(now()) as deleted_at`,
    [shown.id],
  );
  if (!deleted) throw new Error(`${table} ${shown.id} was locked and is gone`);
  return deleted;
}
