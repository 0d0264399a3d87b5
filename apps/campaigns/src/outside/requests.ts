import type { Sql, SqlClient } from "../database/sql.js";

/** What became of a request, as the system that took it tells. */
export type Fate<Result> = { outcome: "completed"; result: Result } | { outcome: "closed" };

/** The system says no, for good: nothing was done. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/**
 * How the systems that the example talks to take a change: under a key of the caller's, under which it happens once.
 * Asked again, they repeat their answer.
 * @throws RequestRefused when they would not do it, or the key was closed
 */
export function request<Result extends object>(
  sql: Sql,
  key: string,
  change: (tx: SqlClient) => Promise<Result>,
): Promise<Result> {
  return sql.transaction(async (tx) => {
    if (!(await put(tx, key, "completed"))) {
      const earlier = await fate<Result>(tx, key);
      if (earlier.outcome === "completed") return earlier.result;
      throw new RequestRefused("The key was closed");
    }
    const result = await change(tx);
    await tx.query("update outside_requests set result = $2::text::json where key = $1", [key, JSON.stringify(result)]);
    return result;
  });
}

/**
 * What became of the request with this key, for good: a key without a request is closed, so that one which is only
 * late is refused. Not every provider has this; with one that can only be asked, "unknown" is the honest answer.
 */
export const settleRequest = <Result extends object>(sql: Sql, key: string): Promise<Fate<Result>> =>
  sql.transaction(async (tx) => {
    await put(tx, key, "closed");
    return fate<Result>(tx, key);
  });

async function put(tx: SqlClient, key: string, outcome: Fate<never>["outcome"]): Promise<boolean> {
  const rows = await tx.query(
    "insert into outside_requests (key, outcome) values ($1, $2) on conflict do nothing returning key",
    [key, outcome],
  );
  return rows.length === 1;
}

/** Its own statement after the insert, so that it sees what a concurrent request committed meanwhile. */
async function fate<Result>(tx: SqlClient, key: string): Promise<Fate<Result>> {
  const [row] = await tx.query<Fate<Result>>("select outcome, result from outside_requests where key = $1", [key]);
  if (!row) throw new Error(`Nothing is known of request ${key}`);
  return row;
}
