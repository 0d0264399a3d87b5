import { Tier2Error } from "@holdpoint/tier2-core";
import type { HistoryPart } from "./history.js";
import { newerSchema, versionOf } from "./migrate-tables.js";
import { currentVersion, recordTables } from "./migrations/migrations.js";
import type { QueryPort } from "./query-port.js";
import type { Records } from "./records.js";
import { quotedSchema } from "./schema-name.js";

interface Checked {
  readonly port: QueryPort;
  readonly records: Records;
  readonly schema: string;
  readonly history: readonly HistoryPart[];
  readonly warnings: "heard" | "unheard";
}

/**
 * What must be true of the database before anything is trusted to it.
 *
 * @throws Tier2Error `invalid_setup` if it is not, with what to do about it; or what the driver throws.
 */
export async function startCheck({ port, records, schema, history, warnings }: Checked): Promise<void> {
  const { rows } = await port.query(
    `SELECT pg_is_in_recovery() AS replica, current_setting('default_transaction_isolation') AS isolation,
      current_setting('synchronous_standby_names') AS standbys`,
    [],
  );
  const { replica, isolation, standbys } = rows[0] as Readonly<Record<string, unknown>>;
  if (replica === true) throw setup("This server is a replica, which may lag behind. Connect to the primary.");
  if (isolation !== "read committed") {
    throw setup(
      `New transactions are ${String(isolation)} here, but a wait for a lock must show what its holder wrote. ` +
        "ALTER ROLE … SET default_transaction_isolation = 'read committed', for the role of this client.",
    );
  }
  if (standbys !== "" && warnings === "unheard") {
    throw setup(
      "This server has synchronous standbys, and this client shows nobody the warning that one has not confirmed a " +
        "commit. Give it an ear: `const warnings = listenForWarnings()`, postgres(url, { onnotice: warnings.onnotice }), " +
        "postgresStore({ client, warnings }).",
    );
  }
  const version = await versionOf(port, quotedSchema(schema), recordTables).catch((error: unknown) => {
    // Told as the older schema that it is: nobody has to know which table is missing.
    if (isCode(error, notMigrated)) return 0;
    throw error;
  });
  if (version > currentVersion) throw newerSchema(schema, version, recordTables);
  if (version < currentVersion) {
    throw setup(
      `The schema "${schema}" has version ${version}, this package needs ${currentVersion}. ` +
        "Run the migrations: call migrate() or `tier2-store-postgres migrate`.",
    );
  }
  await demandExecute(records, schema);
  await demandHistory(records, history);
}

/** With no part asked for, only the right to our own function can be missing: not a history that is hidden. */
async function demandExecute(records: Records, schema: string): Promise<void> {
  await records.historyId("").catch((error: unknown) => {
    if (!isCode(error, ["42501"])) throw error;
    throw new Tier2Error(
      "invalid_setup",
      `The role may not execute the functions of the schema "${schema}". ` +
        `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${quotedSchema(schema)}, to the role of this client.`,
      { cause: error },
    );
  });
}

const setup = (message: string) => new Tier2Error("invalid_setup", message);

/** A managed service may hide what the history is known by. Which of it to do without is then a person's choice. */
async function demandHistory(records: Records, history: readonly HistoryPart[]): Promise<void> {
  const hidden: HistoryPart[] = [];
  let cause: unknown;
  for (const part of history) {
    await records.historyId(part).catch((error: unknown) => {
      if (!isCode(error, hiddenCodes)) throw error;
      cause = error;
      hidden.push(part);
    });
  }
  if (hidden.length === 0) return;
  const rest = history.filter((part) => !hidden.includes(part));
  const option = rest.length === 0 ? '"unchecked"' : JSON.stringify(rest);
  throw new Tier2Error(
    "invalid_setup",
    `This server hides ${hidden.join(" and ")} of its history id, by which a store that lost writes is noticed. ` +
      `Let the role read it, or choose to do without: postgresStore({ history: ${option} }).`,
    { cause },
  );
}

/** Insufficient privilege, no such function, not supported: not a connection that broke. */
const hiddenCodes = ["42501", "42883", "0A000", "55000", "58P01"];

/** No such table, no such schema. */
const notMigrated = ["42P01", "3F000"];

const isCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(String((error as { code?: unknown }).code));
