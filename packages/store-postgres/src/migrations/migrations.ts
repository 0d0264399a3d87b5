import { text as records } from "./0001-records.sql.js";

/** Append only: what has run on somebody's database is never changed, a later number mends it. */
export const migrations: readonly { readonly version: number; readonly name: string; readonly sql: string }[] = [
  { version: 1, name: "records", sql: records },
];

export const currentVersion: number = Math.max(...migrations.map(({ version }) => version));
