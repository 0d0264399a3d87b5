import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import postgres from "postgres";
import { migrate, type PostgresClient } from "../../src/index.js";

/** A client of one kind, a schema of its own to use it on, and its end. */
export interface Opened {
  readonly client: PostgresClient;
  readonly schema: string;
  /** Runs a statement through a client of the test's own. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  end(): Promise<void>;
}

export const newSchema = (): string => `t ${randomUUID()}`;

/** What a connection says when its server goes away is not what these tests are about. */
const ignoreEnd = () => {};

/** In a schema that is there, or a new one. */
export async function openPool(url: string, options: pg.PoolConfig = {}, schema?: string): Promise<Opened> {
  const pool = new pg.Pool({ connectionString: url, max: 10, ...options }).on("error", ignoreEnd);
  return opened(
    pool,
    async (text) => (await pool.query(text)).rows,
    once(() => pool.end()),
    schema,
  );
}

export async function openClient(url: string): Promise<Opened> {
  const client = new pg.Client({ connectionString: url }).on("error", ignoreEnd);
  await client.connect();
  return opened(
    client,
    async (text) => (await client.query(text)).rows,
    once(() => client.end()),
  );
}

export async function openPostgresJs(
  url: string,
  options: { readonly onnotice?: (notice: postgres.Notice) => void; readonly prepare?: boolean } = {},
  schema?: string,
): Promise<Opened> {
  const sql = postgres(url, { max: 10, ...options });
  return opened(
    sql,
    (text) => sql.unsafe(text),
    once(() => sql.end({ timeout: 1 })), // without a limit it waits for ever for a connection that broke
    schema,
  );
}

export async function openLite(): Promise<Opened> {
  const lite = await PGlite.create();
  return opened(
    lite,
    async (text) => (await lite.query<Record<string, unknown>>(text)).rows,
    once(() => lite.close()),
  );
}

async function opened(
  client: PostgresClient,
  run: Opened["run"],
  end: Opened["end"],
  standing?: string,
): Promise<Opened> {
  const schema = standing ?? newSchema();
  if (standing === undefined) await migrate({ client, schema });
  return { client, schema, run, end };
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= end();
    return ending;
  };
}
