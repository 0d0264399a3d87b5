import { type Tables, versionIn } from "../migrate-tables.js";
import { text as records } from "./0001-records.sql.js";

/** Append only: what has run on somebody's database is never changed, a later number mends it. */
export const recordTables: Tables = {
  migrationTable: "migration",
  migrations: [{ version: 1, name: "records", sql: records }],
  packageName: "@holdpoint/tier2-store-postgres",
};

export const currentVersion: number = versionIn(recordTables);
