import type { Pool, PoolClient } from "pg";
import type { ScriptClient, Sql } from "./sql.js";

const client = (inner: Pick<PoolClient, "query">): ScriptClient => ({
  async query<Row extends object>(text: string, values: readonly unknown[] = []) {
    return (await inner.query<Row>(text, [...values])).rows;
  },
  async script(text) {
    await inner.query(text);
  },
});

/** A Postgres server behind a pool of `pg`. */
export const poolSql = (pool: Pool): Sql => ({
  ...client(pool),
  async transaction(work) {
    const connection = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    connection.on("error", onError); // it may break between two statements, when nobody else listens
    try {
      await connection.query("begin isolation level read committed");
      const result = await work(client(connection));
      await connection.query("commit");
      return result;
    } catch (error) {
      await connection.query("rollback").catch(onError);
      throw error;
    } finally {
      connection.off("error", onError);
      connection.release(broken); // one that may still be inside a transaction serves nobody else
    }
  },
});
