import type { Transactions } from "./transactions.js";

interface DrizzleTransaction {
  execute(query: never): PromiseLike<unknown>;
}

interface DrizzleDatabase<Tx> {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: { isolationLevel?: "read committed" }): Promise<T>;
}

/** The `sql` of `drizzle-orm`. */
interface DrizzleSql {
  raw(text: string): unknown;
  param(value: unknown): unknown;
  join(chunks: never[]): unknown;
}

/** A placeholder of a statement, `$1`. The statements of this package have no other dollar signs. */
const placeholder = /\$(\d+)/;

/**
 * The transactions of a Drizzle database on pg, postgres or PGlite: the handler gets Drizzle's own `tx`, with the schema,
 * logger and hooks of `db`. `sql` is Drizzle's; it is passed in so that this package needs no copy of it.
 */
export function drizzleTransactions<Tx extends DrizzleTransaction>(
  db: DrizzleDatabase<Tx>,
  sql: DrizzleSql,
): Transactions<Tx> {
  const statement = (text: string, values: unknown[]) =>
    sql.join(
      text
        .split(placeholder)
        .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))) as never[],
    );
  return {
    run: (work) => db.transaction(work, { isolationLevel: "read committed" }),
    port: (tx) => ({
      async query(text, values) {
        const answer = (await tx.execute(statement(text, values) as never)) as unknown[] | { rows: unknown[] };
        return { rows: Array.isArray(answer) ? answer : answer.rows };
      },
    }),
  };
}
