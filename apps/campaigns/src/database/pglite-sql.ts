import type { PGliteInterface, Transaction } from "@electric-sql/pglite";
import type { ScriptClient, Sql } from "./sql.js";

const client = (inner: Pick<Transaction, "query" | "exec">): ScriptClient => ({
  async query<Row extends object>(text: string, values: readonly unknown[] = []) {
    return (await inner.query<Row>(text, [...values])).rows;
  },
  async script(text) {
    await inner.exec(text);
  },
});

export const pgliteSql = (pglite: PGliteInterface): Sql => ({
  ...client(pglite),
  transaction: (work) => pglite.transaction((tx) => work(client(tx))),
});
