import { writeEffect } from "./credential-name.js";
import type { Observer, Seen } from "./observer.js";

/** A `pg` Client or Pool, or anything with its `query`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface PostgresOptions {
  readonly name?: string;
  readonly client: PostgresClient;
  readonly schema?: string;
  /** `table` or `table.column`, not looked at. The report names them. */
  readonly ignore?: readonly string[];
  readonly maxRows?: number;
}

/** What `comment on schema … is` has to say for the schema to be lost. */
export const disposableComment = "tier2-probe: disposable";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const tablesSql = `select c.relname as name, coalesce(array_agg(a.attname::text order by a.attnum)
    filter (where a.attnum = any(i.indkey)), '{}') as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition group by c.relname order by c.relname`;

/** Watches all rows and tables of one schema. A table without a primary key is told by its rows' content and number. */
export function postgresSchema(options: PostgresOptions): Observer {
  const { name = "postgres", client, schema = "public", ignore = [], maxRows = 10_000 } = options;
  const left = new Set(ignore);
  const ignored = ignore.length === 0 ? "" : ` without ${ignore.join(", ")}`;
  return {
    name,
    watches: `the Postgres schema ${schema}${ignored}`,
    kind: "state",
    async snapshot() {
      const records = new Map<string, Seen>();
      const { rows: tables } = await client.query(tablesSql, [schema]);
      for (const table of tables) {
        const tableName = String(table.name);
        if (left.has(tableName)) continue;
        const text = `select to_jsonb(t) as row from ${quoted(schema)}.${quoted(tableName)} t limit ${maxRows + 1}`;
        const { rows } = await client.query(text);
        if (rows.length > maxRows) return { records, incomplete: `${tableName} has more than ${maxRows} rows` };
        records.set(`table ${tableName}`, { effect: "write", value: { type: "table" } });
        for (const [id, value] of identified(rows, table.key as string[], tableName, left))
          records.set(`${tableName}/${id}`, { effect: writeEffect(tableName), value });
      }
      return { records };
    },
    async isDisposable() {
      const text = "select obj_description(to_regnamespace($1), 'pg_namespace') as comment";
      const { rows } = await client.query(text, [quoted(schema)]);
      if (String(rows[0]?.comment ?? "").includes(disposableComment)) return { ok: true };
      return { ok: false, mark: `comment on schema ${quoted(schema)} is '${disposableComment}'` };
    },
  };
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
