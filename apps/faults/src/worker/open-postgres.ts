import { postgresStore } from "@holdpoint/tier2-store-postgres";
import pg from "pg";
import type { OpenedStore } from "./open-store.js";
import type { StorePlan } from "./plan.js";

type PostgresPlan = Extract<StorePlan, { readonly kind: "postgres" }>;

interface Options {
  readonly history?: "unchecked";
  readonly hearsWarnings: boolean;
}

export function openPostgres(where: PostgresPlan, { hearsWarnings, ...options }: Options): OpenedStore {
  const client = new pg.Pool({
    connectionString: where.url,
    max: where.connections ?? 20,
    connectionTimeoutMillis: where.connectionTimeoutMs ?? 5_000,
  });
  client.on("error", () => {}); // each call tells it, too
  if (!hearsWarnings) client.on("connect", makeDeaf);
  const transactional = postgresStore({ client, ...options });
  return { store: transactional, sql: { transactional, outside: client } };
}

/** Whoever listens for the notices of this connection hears none. */
function makeDeaf(connection: pg.PoolClient): void {
  const { emit } = connection;
  connection.emit = (event: string | symbol, ...values: unknown[]) =>
    event === "notice" || emit.call(connection, event, ...values);
}
