import { quotedSchema } from "./schema-name.js";

/** The statements that the records live by, one for each function of the schema. All their parameters are positional. */
export interface Statements {
  readonly insert: string;
  readonly swap: string;
  /**
   * The same swap without the last parameter, as a transaction of its own, cheaper where a text is parsed only once: a row
   * with another tag is answered without a call. By what its history is made of.
   */
  swapAtOnce(historyParts: string): string;
  readonly read: string;
  readonly page: string;
  readonly sweep: string;
  readonly historyId: string;
}

// Every parameter is cast: what a driver guesses from a value (a number that is an int, then a bigint) is not asked.
const signatures = {
  insert: "text text text text text bigint bigint bigint boolean text integer boolean",
  swap: "text text text text text text text bigint boolean bigint boolean bigint boolean text integer boolean",
  read: "text text",
  page: "text text integer text",
  sweep: "integer",
  history_id: "text",
} as const;

// Instants as float8, which every driver reads as a number; whole milliseconds fit into it exactly.
const times = "now_ms::float8 AS now_ms, deadline_ms::float8 AS deadline_ms";
/** How texts come back. PGlite drops a byte order mark at the start of a text, so there they travel as bytes. */
export type Texts = "as text" | "as bytes";

const column: Readonly<Record<Texts, (name: string) => string>> = {
  "as text": (name) => name,
  "as bytes": (name) => `convert_to(${name}, 'UTF8') AS ${name}`,
};

export function statementsFor(schema: string, texts: Texts): Statements {
  const quoted = quotedSchema(schema);
  const answer = ["history_current", times, "tag", ...["state", "body", "data"].map(column[texts])].join(", ");
  const from = (name: keyof typeof signatures) =>
    `FROM ${quoted}.${name}(${signatures[name]
      .split(" ")
      .map((type, index) => `$${index + 1}::${type}`)
      .join(",")})`;
  const atOnce = new Map<string, string>();
  return {
    insert: `SELECT why, ${answer} ${from("insert")}`,
    swap: `SELECT why, ${answer} ${from("swap")}`,
    swapAtOnce(historyParts) {
      const text =
        atOnce.get(historyParts) ?? `SELECT why, ${answer} FROM (${swapAtOnce(quoted, historyParts)}) AS swapped`;
      atOnce.set(historyParts, text);
      return text;
    },
    read: `SELECT ${answer} ${from("read")}`,
    page: `SELECT id, ${answer} ${from("page")}`,
    sweep: `SELECT freed::float8 AS freed, more ${from("sweep")}`,
    historyId: `SELECT history_id ${from("history_id")}`,
  };
}

const historyPart: Readonly<Record<string, (quoted: string) => string>> = {
  system: (quoted) => `${quoted}.system_id()`,
  timeline: (quoted) => `'/' || ${quoted}.timeline_id()`,
  start: (quoted) => `'@' || ${quoted}.start_id()`,
};

/** What the function history_id gives for these parts, as an expression that the planner sees through. */
const historyId = (quoted: string, parts: string): string =>
  ["''", ...parts.split(" ").flatMap((part) => historyPart[part]?.(quoted) ?? [])].join(" || ");

/**
 * Looks at the row, and swaps it only if it has the tag. OFFSET 0 keeps the planner from taking the parts into each other,
 * which would call the functions once for each column that is read.
 */
function swapAtOnce(quoted: string, historyParts: string): string {
  const parameters = signatures.swap.split(" ").map((type, index) => `$${index + 1}::${type}`);
  const unlessEnded = (column: string) => `CASE WHEN r.payload_until_ms <= n.now_ms THEN NULL ELSE r.${column} END`;
  return `SELECT (judged.answer).* FROM (SELECT CASE
      WHEN r.tag = $2::text THEN ${quoted}.swap_seen(${parameters.slice(0, -1).join(",")}, n.now_ms, n.history_id,
        r.xmax <> 0, r.history, r.deadline_ms, r.payload_until_ms, r.record_until_ms)
      WHEN r.record_until_ms <= n.now_ms THEN NULL
      ELSE ROW('tag', r.history = n.history_id, n.now_ms, r.tag, r.state, ${unlessEnded("body")}, ${unlessEnded("data")},
        r.deadline_ms)::${quoted}.swapped
    END AS answer
    FROM (SELECT ${quoted}.clock_ms() AS now_ms, CASE
        WHEN pg_is_in_recovery() OR current_setting('transaction_isolation') <> 'read committed' THEN ${quoted}.guard()::text
        ELSE ${historyId(quoted, historyParts)}
      END AS history_id OFFSET 0) AS n, ${quoted}.record AS r
    WHERE r.id = $1::text OFFSET 0) AS judged OFFSET 0`;
}
