import { createHash } from "node:crypto";
import { type QueryPort, quotedSchema, type Row, text } from "@holdpoint/tier2-store-postgres/beside";
import type { Head } from "../../sink.js";

/** Where a log ends, as this process knows it. */
export interface End {
  /** Null: it is empty. */
  readonly head: Head | null;
  /** The line there, without its newline. */
  readonly line: string | null;
}

export const emptyLog: End = { head: null, line: null };

export type Append = { readonly ok: true } | { readonly ok: false; readonly lastLine: string | null };

/** What is done with the lines of one log, each as one statement through a port. Rejects as the driver does. */
export class Entries {
  readonly #append: string;
  readonly #read: string;
  readonly #name: string;
  readonly #lockTimeoutMs: number;

  constructor({ schema, name, lockTimeoutMs }: { schema: string; name: string; lockTimeoutMs: number }) {
    const quoted = quotedSchema(schema);
    // Texts as bytes: one driver drops a byte order mark at the start of a text, and no line may change on its way.
    this.#append = `SELECT appended, convert_to(last_line, 'UTF8') AS last_line
      FROM ${quoted}.audit_append($1::text, $2::bigint, $3::text, $4::text, $5::integer)`;
    this.#read = `SELECT seq::float8 AS seq, convert_to(line, 'UTF8') AS line
      FROM ${quoted}.audit_read($1::text, $2::bigint, $3::integer)`;
    this.#name = name;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** Adds the lines if the log ends so; else it answers with the line that it ends with, null if it is empty. */
  async append(port: QueryPort, { head, line }: End, lines: readonly string[]): Promise<Append> {
    const digest = line === null ? "" : createHash("sha256").update(line).digest("hex");
    const values = [this.#name, head?.seq ?? 0, digest, JSON.stringify(lines), this.#lockTimeoutMs];
    const [row] = (await port.query(this.#append, values)).rows as readonly Row[];
    if (row === undefined) throw new TypeError("A statement that gives one row gave none.");
    if (row.appended === true) return { ok: true };
    return { ok: false, lastLine: row.last_line === null ? null : text(row, "last_line") };
  }

  /** So many lines from a number on. */
  async read(port: QueryPort, fromSeq: number, limit: number): Promise<readonly { seq: number; line: string }[]> {
    const { rows } = await port.query(this.#read, [this.#name, fromSeq, limit]);
    return (rows as readonly Row[]).map((row) => ({ seq: Number(row.seq), line: text(row, "line") }));
  }
}
