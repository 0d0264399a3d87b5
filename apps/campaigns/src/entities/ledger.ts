import type { SqlClient } from "../database/sql.js";

/**
 * Puts an operation down, in the transaction of its effect: the row is there if and only if the effect is. The id can be
 * put down once, so not even a broken engine could commit the same operation twice.
 */
export async function putDown(tx: SqlClient, operationId: string, tool: string): Promise<void> {
  await tx.query("insert into operations (operation_id, tool) values ($1, $2)", [operationId, tool]);
}
