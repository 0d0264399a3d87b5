import type pg from "pg";

const table =
  "CREATE TABLE IF NOT EXISTS idempotency (key text PRIMARY KEY, value text NOT NULL, ends timestamptz NOT NULL)";
const insert = `INSERT INTO idempotency VALUES ($1, $2, now() + $3 * interval '1 millisecond')
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends WHERE idempotency.ends < now()`;
const update = "UPDATE idempotency SET value = $2, ends = now() + $3 * interval '1 millisecond' WHERE key = $1";
const select = "SELECT value FROM idempotency WHERE key = $1 AND ends > now()";

/** A storage of node-idempotency in Postgres with one statement for each of its calls; the registry has none. */
export async function postgresStorage(pool: pg.Pool, { prepare = false } = {}) {
  const query = (text: string, values: unknown[]) =>
    prepare
      ? pool.query<{ value: string }>({ name: text.slice(0, 6), text, values })
      : pool.query<{ value: string }>(text, values);
  await pool.query(table);
  return {
    async setIfNotExists(key: string, value: string, { ttl = 60_000 }: { ttl?: number } = {}) {
      return (await query(insert, [key, value, ttl])).rowCount === 1;
    },
    async set(key: string, value: string, { ttl = 60_000 }: { ttl?: number } = {}) {
      await query(update, [key, value, ttl]);
    },
    async get(key: string) {
      return (await query(select, [key])).rows[0]?.value;
    },
  };
}
