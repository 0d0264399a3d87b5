import { startPostgres } from "@holdpoint/test-servers";
import { migrate } from "@holdpoint/tier2-store-postgres";
import pg from "pg";
import type { Guard } from "../run/fault.js";
import type { Losing } from "../scenarios/lost-writes.js";

/** Runs one statement on a connection of its own: those of a pool would not outlive a crash. */
export async function runOn(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url }).on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function migrated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate({ client });
  await client.end();
}

/** The library's own step before each write, without what raises synchronous_commit. */
const takeCommitsAsTheyAre = `CREATE OR REPLACE FUNCTION holdpoint.guard_write(p_lock_timeout_ms integer, p_durable boolean)
  RETURNS boolean LANGUAGE plpgsql VOLATILE AS $body$ BEGIN RETURN holdpoint.guard(); END $body$`;

/** A server that acknowledges commits before they are safe, with the longest delay there is, crashes. */
export async function crash(guard: Guard): Promise<Losing> {
  const server = await startPostgres({ settings: { synchronous_commit: "off", wal_writer_delay: "10s" } });
  await migrated(server.url);
  if (guard === "off") await runOn(server.url, takeCommitsAsTheyAre);
  return {
    store: { kind: "postgres", url: server.url },
    async prepare() {
      await runOn(server.url, "CHECKPOINT"); // the tokens are to be there afterwards, also where nobody waits for commits
    },
    async strike() {
      await server.crash();
      await server.start();
      return undefined;
    },
    heal: async () => {},
    stop: () => server.remove(),
  };
}
