import { PGlite } from "@electric-sql/pglite";
import { fillDatabase } from "./fill-database.js";
import { pgliteSql } from "./pglite-sql.js";
import type { Sql } from "./sql.js";

export interface Database extends Sql {
  close(): Promise<void>;
}

/** Opens the example's database, in memory unless a folder is given, and fills it the first time. */
export async function openDatabase({ dataFolder = "memory://" } = {}): Promise<Database> {
  const pglite = await PGlite.create(dataFolder);
  try {
    await fillDatabase(pgliteSql(pglite));
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return { ...pgliteSql(pglite), close: () => pglite.close() };
}
