import { NotExecuted } from "@holdpoint/tier2-core";
import type { Sql, SqlClient } from "../database/sql.js";

/** One Tier-2 write: the id that the engine gave it, and the tool that does it. */
export interface Operation {
  operationId: string;
  tool: string;
}

type Settled<Result> = { outcome: "completed"; result: Result } | { outcome: "not_executed" };

/**
 * Runs `work` at most once per operation id, in one transaction with the row that proves it. A repeated call
 * gets the recorded result; a concurrent one waits for the first, since both insert the same primary key.
 * @throws NotExecuted when the id was closed by `settleOperation`. A throw of `work` rolls everything back.
 */
export function once<Result extends object>(
  sql: Sql,
  operation: Operation,
  work: (tx: SqlClient) => Promise<Result>,
): Promise<Result> {
  return sql.transaction(async (tx) => {
    if (!(await insert(tx, operation, "completed"))) {
      const earlier = await settled<Result>(tx, operation);
      if (earlier.outcome === "completed") return earlier.result;
      throw new NotExecuted("This operation was closed as not executed");
    }
    const result = await work(tx);
    await tx.query("update operations set result = $2::text::json where operation_id = $1", [
      operation.operationId,
      JSON.stringify(result),
    ]);
    return result;
  });
}

/**
 * Answers whether the operation happened, for good: one that has not is closed, so that a handler which was
 * only slow can no longer carry it out afterwards. Waits for one that is just being carried out.
 */
export function settleOperation<Result extends object>(sql: Sql, operation: Operation): Promise<Settled<Result>> {
  return sql.transaction(async (tx) => {
    await insert(tx, operation, "not_executed");
    return settled<Result>(tx, operation);
  });
}

async function insert(tx: SqlClient, { operationId, tool }: Operation, outcome: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into operations (operation_id, tool, outcome) values ($1, $2, $3)
     on conflict do nothing returning operation_id`,
    [operationId, tool, outcome],
  );
  return rows.length === 1;
}

/** Its own statement after the insert, so that it sees what a concurrent transaction committed meanwhile. */
async function settled<Result>(tx: SqlClient, { operationId }: Operation): Promise<Settled<Result>> {
  const [row] = await tx.query<Settled<Result>>("select outcome, result from operations where operation_id = $1", [
    operationId,
  ]);
  if (!row) throw new Error(`Operation ${operationId} is not recorded`);
  return row;
}
