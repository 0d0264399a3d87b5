import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import type { PostgresClient } from "@holdpoint/tier2-store-postgres";
import pg from "pg";
import postgres from "postgres";
import { migrateAudit } from "../../../src/sinks/postgres/index.js";

/** A client of one kind, a migrated schema of its own, and its end. */
export interface Opened {
  readonly client: PostgresClient;
  readonly schema: string;
  /** Runs statements beside the sink. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  end(): Promise<void>;
}

export const newSchema = (): string => `a ${randomUUID()}`;

async function opened(client: PostgresClient, run: Opened["run"], end: Opened["end"], schema = newSchema()) {
  await migrateAudit({ client, schema });
  return { client, schema, run, end };
}

export async function openPool(url: string, max = 10, schema?: string): Promise<Opened & { readonly client: pg.Pool }> {
  const pool = new pg.Pool({ connectionString: url, max }).on("error", () => {});
  const run = async (text: string) => (await pool.query(text)).rows;
  return { ...(await opened(pool, run, () => pool.end(), schema)), client: pool };
}

async function openPostgresJs(url: string): Promise<Opened> {
  const sql = postgres(url, { max: 10, onnotice: () => {} });
  return opened(
    sql,
    (text) => sql.unsafe(text),
    () => sql.end({ timeout: 1 }),
  );
}

async function openLite(): Promise<Opened> {
  const lite = await PGlite.create();
  return opened(
    lite,
    async (text) => (await lite.query<Record<string, unknown>>(text)).rows,
    () => lite.close(),
  );
}

export const kinds: readonly [string, (url: string) => Promise<Opened>][] = [
  ["pg", (url) => openPool(url)],
  ["postgres", openPostgresJs],
  ["PGlite", openLite],
];
