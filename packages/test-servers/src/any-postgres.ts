import { startPostgres } from "./postgres.js";

/** For suites that need only a server and no power over it: the one named by DATABASE_URL, else one of their own. */
export async function anyPostgres(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== "") return { url, close: async () => {} };
  const server = await startPostgres({ settings: { fsync: "off" } }); // nobody crashes it
  return { url: server.url, close: () => server.remove() };
}
