import { PGlite } from "@electric-sql/pglite";
import { migrate } from "@holdpoint/tier2-store-postgres";
import { defaultSchema, type OpenDatabase, recordsSchema, storeBeside } from "./database.js";
import { fillDatabase } from "./fill-database.js";
import { pgliteSql } from "./pglite-sql.js";

/** The example's database inside this process, in memory unless a folder is given; filled the first time. */
export async function openDatabase({ dataFolder = "memory://" } = {}): Promise<OpenDatabase> {
  const pglite = await PGlite.create(dataFolder);
  try {
    return { ...(await prepared(pglite)), close: () => pglite.close() };
  } catch (error) {
    await pglite.close();
    throw error;
  }
}

async function prepared(pglite: PGlite) {
  await pglite.exec(`set search_path = ${defaultSchema}`);
  const sql = pgliteSql(pglite);
  await fillDatabase(sql, defaultSchema);
  await migrate({ client: pglite, schema: recordsSchema(defaultSchema) });
  return { ...sql, store: storeBeside(pglite, sql, defaultSchema) };
}
