import type { StoredRecord } from "@holdpoint/tier2-core";
import type { Row } from "./query-port.js";

/** The record in a row of an answer; null where the function found none. */
export function recordOf(id: string, row: Row): StoredRecord | null {
  if (row.tag === null) return null;
  return {
    id,
    tag: text(row, "tag"),
    state: text(row, "state"),
    body: textOrNull(row, "body"),
    data: textOrNull(row, "data"),
    // Number(): an application may have told its driver to read float8 as something else.
    deadlineMs: Number(row.deadline_ms),
    nowMs: Number(row.now_ms),
    historyCurrent: row.history_current === true,
  };
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  if (typeof value !== "string") throw new TypeError(`The column ${column} of an answer is no text.`);
  return value;
}

const textOrNull = (row: Row, column: string): string | null => (row[column] === null ? null : text(row, column));
