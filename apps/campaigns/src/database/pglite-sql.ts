import type { PGliteInterface, Transaction } from "@electric-sql/pglite";
import type { Sql, SqlClient } from "./sql.js";

const client = (inner: Pick<Transaction, "query">): SqlClient => ({
  async query<Row extends object>(text: string, values: readonly unknown[] = []) {
    return (await inner.query<Row>(text, [...values])).rows;
  },
});

export const pgliteSql = (pglite: PGliteInterface): Sql => ({
  ...client(pglite),
  transaction: (work) => pglite.transaction((tx) => work(client(tx))),
});
