import { quotedSchema } from "./schema-name.js";

/** The statements that the records live by, one for each function of the schema. All their parameters are positional. */
export interface Statements {
  readonly insert: string;
  readonly swap: string;
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
  return {
    insert: `SELECT why, ${answer} ${from("insert")}`,
    swap: `SELECT why, ${answer} ${from("swap")}`,
    read: `SELECT ${answer} ${from("read")}`,
    page: `SELECT id, ${answer} ${from("page")}`,
    sweep: `SELECT freed::float8 AS freed, more ${from("sweep")}`,
    historyId: `SELECT history_id ${from("history_id")}`,
  };
}
