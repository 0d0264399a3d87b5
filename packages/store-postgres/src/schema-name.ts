import { Tier2Error } from "@holdpoint/tier2-core";

export const defaultSchema = "holdpoint";

/** Postgres cuts a longer name off in silence, and two names could become one. */
const maxBytes = 63;

/**
 * The name of a schema as an SQL identifier, whatever is in it.
 *
 * @throws Tier2Error `invalid_setup` if Postgres can have no schema of this name.
 */
export function quotedSchema(name: string): string {
  const problem = schemaNameProblem(name);
  if (problem !== undefined) {
    throw new Tier2Error("invalid_setup", `The schema name ${JSON.stringify(name)} ${problem}.`);
  }
  return `"${name.replaceAll('"', '""')}"`;
}

function schemaNameProblem(name: string): string | undefined {
  if (typeof name !== "string") return "is no text";
  if (name === "") return "is empty";
  if (name.includes("\0")) return "has a NUL character in it, which Postgres cannot store";
  if (/\p{Surrogate}/u.test(name)) return "is no well-formed Unicode";
  if (name.startsWith("pg_")) return 'starts with "pg_", which Postgres keeps for itself';
  if (Buffer.byteLength(name) > maxBytes) return `is longer than ${maxBytes} bytes, and Postgres would cut it off`;
  return undefined;
}

/** Puts a schema's name into the text of a migration. */
export function inSchema(sql: string, schema: string): string {
  const quoted = quotedSchema(schema);
  return sql.replaceAll("$body$", () => dollarQuoteFor(quoted)).replaceAll(':"schema"', () => quoted);
}

/** A name may hold any dollar quote, so the one around it must not occur in it. */
function dollarQuoteFor(text: string): string {
  for (let number = 0; ; number += 1) {
    const quote = `$body${number}$`;
    if (!text.includes(quote)) return quote;
  }
}
