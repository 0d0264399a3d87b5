import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { fillDatabase } from "../src/database/fill-database.js";
import { pgliteSql } from "../src/database/pglite-sql.js";
import type { Sql } from "../src/database/sql.js";

const startUpMs = 60_000;

/** A real database with the example's data, the same for every test of the file. It starts once, which takes seconds. */
export function freshDatabase(): Sql {
  let pglite: PGlite;
  let sql: Sql;
  beforeAll(async () => {
    pglite = await PGlite.create();
    sql = pgliteSql(pglite);
  }, startUpMs);
  beforeEach(async () => {
    await pglite.exec("drop schema public cascade; create schema public");
    await fillDatabase(sql);
  });
  afterAll(() => pglite.close());
  return {
    query: (text, values) => sql.query(text, values),
    transaction: (work) => sql.transaction(work),
  };
}
