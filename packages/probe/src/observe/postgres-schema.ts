import { writeEffect } from "./credential-name.js";
import type { Observer, Seen } from "./observer.js";
import { schemasSql, sequencesSql, tablesSql } from "./postgres-statements.js";

/** A `pg` Client or Pool, or anything with its `query`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface PostgresOptions {
  readonly name?: string;
  readonly client: PostgresClient;
  /** Only this one. Absent: every schema of the database. */
  readonly schema?: string;
  /** `table` or `table.column`, not looked at. The report names them. */
  readonly ignore?: readonly string[];
  readonly maxRows?: number;
}

/** What `comment on schema … is` or `comment on database … is` has to say for it to be lost. */
export const disposableComment = "tier2-probe: disposable";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Watches all rows, tables and sequences of one schema, or of all. A table without a primary key is told by its rows' content
 * and number; one outside `public` by its schema too, unless only that is watched.
 */
export function postgresSchema(options: PostgresOptions): Observer {
  const { name = "postgres", client, schema, ignore = [], maxRows = 10_000 } = options;
  const left = new Set(ignore);
  const ignored = ignore.length === 0 ? "" : ` without ${ignore.join(", ")}`;
  const only = schema ?? null;
  const named = (within: unknown, what: unknown) =>
    within === (schema ?? "public") ? String(what) : `${String(within)}.${String(what)}`;
  return {
    name,
    watches: (schema === undefined ? "all schemas of a Postgres database" : `the Postgres schema ${schema}`) + ignored,
    kind: "state",
    async snapshot() {
      const records = new Map<string, Seen>();
      const { rows: all } = await client.query(tablesSql, [only]);
      const tables = all.filter((table) => !left.has(named(table.schema, table.name)));
      // In one statement, which sees one moment.
      const { rows: contents } = tables.length === 0 ? { rows: [] } : await client.query(rowsOf(tables, maxRows + 1));
      for (const [index, { schema: within, name: table, key, definition }] of tables.entries()) {
        const tableName = named(within, table);
        const rows = contents.filter((each) => each.of === index);
        if (rows.length > maxRows) return { records, incomplete: `${tableName} has more than ${maxRows} rows` };
        records.set(`table ${tableName}`, { effect: "write", value: { type: "table", ...(definition as object) } });
        for (const [id, value] of identified(rows, key as string[], tableName, left))
          records.set(`${tableName}/${id}`, { effect: writeEffect(tableName), value });
      }
      const { rows: sequences } = await client.query(sequencesSql, [only]);
      for (const { schema: within, name: sequence, last } of sequences)
        if (!left.has(named(within, sequence)))
          records.set(`sequence ${named(within, sequence)}`, { effect: "sequence", value: { last } });
      return { records };
    },
    async isDisposable() {
      const { rows } = await client.query(schemasSql, [only]);
      const unmarked = rows.filter(({ comment }) => !String(comment ?? "").includes(disposableComment));
      const isMarked = String(rows[0]?.database_comment ?? "").includes(disposableComment);
      if (isMarked || (rows.length > 0 && unmarked.length === 0)) return { ok: true };
      const [first] = unmarked;
      const where = first === undefined ? quoted(schema ?? "public") : quoted(String(first.name));
      return { ok: false, mark: `comment on schema ${where} is '${disposableComment}'` };
    },
  };
}

function rowsOf(tables: readonly Record<string, unknown>[], limit: number): string {
  const one = ({ schema, name }: Record<string, unknown>, index: number) =>
    `(select ${index} as of, to_jsonb(t) as row from ${quoted(String(schema))}.${quoted(String(name))} t limit ${limit})`;
  return tables.map(one).join(" union all ");
}

function identified(
  rows: readonly Record<string, unknown>[],
  key: readonly string[],
  table: string,
  left: ReadonlySet<string>,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { row } of rows as { row: Record<string, unknown> }[]) {
    const value = Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(`${table}.${column}`)));
    if (key.length > 0) found.set(key.map((column) => String(row[column])).join(","), value);
    else {
      const content = JSON.stringify(value);
      let copy = 1;
      while (found.has(`${content}#${copy}`)) copy += 1;
      found.set(`${content}#${copy}`, value);
    }
  }
  return found;
}
