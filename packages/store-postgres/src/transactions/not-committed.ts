import type { QueryPort } from "../query-port.js";

/**
 * Postgres answers the COMMIT of a transaction in which a statement failed without an error: it rolls it back, and says so
 * in the command tag alone. A statement that nobody waited for can fail as late as that, after all others succeeded.
 */
export class NotCommitted extends Error {
  override readonly name = "NotCommitted";

  constructor() {
    super(
      "The database did not commit the transaction. A statement that nobody waited for failed in it, or ended it: await all of them.",
    );
  }
}

/**
 * For clients that show nobody the command tag.
 *
 * @throws NotCommitted unless the server says that this transaction was committed; or what the driver throws.
 */
export async function demandCommitted(port: QueryPort, transactionId: string): Promise<void> {
  const { rows } = await port.query("SELECT pg_xact_status($1::text::xid8) AS status", [transactionId]);
  if ((rows[0] as { status: unknown }).status !== "committed") throw new NotCommitted();
}
