import type { Done, Reconciled } from "@holdpoint/tier2-core";
import type { Sql } from "../../database/sql.js";
import { type Operation, settleOperation } from "../../entities/operations.js";

/** Answers from the operations table, with the same words that the execution would have used. */
export async function reconcileByOperation<Result extends object>(
  sql: Sql,
  operation: Operation,
  done: (result: Result) => Done,
): Promise<Reconciled> {
  const settled = await settleOperation<Result>(sql, operation);
  return settled.outcome === "completed"
    ? { outcome: "completed", ...done(settled.result) }
    : { outcome: "not_executed" };
}
