import { PGlite } from "@electric-sql/pglite";
import { migrate } from "@holdpoint/tier2-store-postgres";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Database, defaultSchema, recordsSchema, storeBeside } from "../src/database/database.js";
import { fillDatabase } from "../src/database/fill-database.js";
import { pgliteSql } from "../src/database/pglite-sql.js";
import type { Sql } from "../src/database/sql.js";

const startUpMs = 120_000;
const records = recordsSchema(defaultSchema);

export interface FreshDatabase extends Database {
  /** The same records, with their transactions run by a client of the test's own. */
  storeOn(sql: Sql): Database["store"];
}

/** A real database with the example's data, the same for every test of the file. It starts once, which takes seconds. */
export function freshDatabase(): FreshDatabase {
  let pglite: PGlite;
  let sql: Sql;
  let store: Database["store"];
  const database: FreshDatabase = {
    get store() {
      return store;
    },
    query: (text, values) => sql.query(text, values),
    transaction: (work) => sql.transaction(work),
    storeOn: (client) => storeBeside(pglite, client, defaultSchema),
  };
  beforeAll(async () => {
    pglite = await PGlite.create();
    sql = pgliteSql(pglite);
    await pglite.exec(`set search_path = ${defaultSchema}`);
    await migrate({ client: pglite, schema: records });
    store = database.storeOn(sql);
  }, startUpMs);
  beforeEach(async () => {
    await pglite.exec(`drop schema if exists ${defaultSchema} cascade; delete from ${records}.record`);
    await fillDatabase(sql, defaultSchema);
  });
  afterAll(() => pglite.close());
  return database;
}
