import type { PGliteInterface } from "@electric-sql/pglite";
import { sqlFile } from "./sql-file.js";

/** Creates the tables and the example's data, all or nothing. A database that has tables is left as it is. */
export async function fillDatabase(pglite: PGliteInterface): Promise<void> {
  const [schema, seedData] = await Promise.all([sqlFile("schema.sql"), sqlFile("seed-data.sql")]);
  await pglite.transaction(async (tx) => {
    const { rows } = await tx.query<{ filled: boolean }>("select to_regclass('campaigns') is not null as filled");
    if (rows[0]?.filled) return;
    await tx.exec(schema);
    await tx.exec(seedData);
  });
}
