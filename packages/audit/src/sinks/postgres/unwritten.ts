import { Tier2Error } from "@holdpoint/tier2-core";
import { failureOf } from "@holdpoint/tier2-store-postgres/beside";

const migrations = "Run its migrations: call migrateAudit()";

/** Where a failure means something else here than it does for the store. */
const advice: Readonly<Record<string, string>> = {
  "42P01": `its tables are missing. ${migrations}`,
  "3F000": `its schema is missing. ${migrations}`,
  "42883": `its functions are missing or older than this package. ${migrations}`,
  "42501":
    "the role may not use it. Grant it USAGE on the schema, SELECT and INSERT on audit_entry, SELECT, INSERT and UPDATE on audit_log, EXECUTE on the functions",
  "55P03": "another transaction appends to it, and was waited for too long",
  "23505": "an entry of this number is there already, which nobody appended under the lock",
  T2AUD: "it is only added to",
};

/** An append or a reading that failed. The cause keeps the server's code and message, and nothing of the values. */
export function unwritten(error: unknown): Tier2Error {
  if (error instanceof Tier2Error && error.code !== "store_unavailable") return error;
  const { problem, cause } = failureOf(error);
  return new Tier2Error("journal_unavailable", `Audit log in Postgres: ${advice[cause.code] ?? problem}.`, { cause });
}
