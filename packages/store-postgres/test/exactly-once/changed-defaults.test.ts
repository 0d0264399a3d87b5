import { startPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDrizzle, onKysely, onPg, onPostgresJs } from "./support/kinds.js";
import { aWorld } from "./support/world.js";

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

// The mappers leave READ WRITE to the connection, so with such a default theirs fail, and nothing is executed.
test.each([
  ["pg", onPg, "on"],
  ["postgres", onPostgresJs, "on"],
  ["Drizzle on pg", onDrizzle, "off"],
  ["Kysely", onKysely, "off"],
])(
  "a transaction is READ COMMITTED whatever has become the default since the store looked at it (%s)",
  async (_name, open, readOnly) => {
    const world = await aWorld(await open(server.url));
    const given = await world.token();
    await world.run("alter system set default_transaction_isolation = 'serializable'");
    await world.run(`alter system set default_transaction_read_only = ${readOnly}`);
    await world.run("select pg_reload_conf()");
    const isChanged = async () =>
      (await world.run("show default_transaction_isolation"))[0]?.default_transaction_isolation === "serializable";
    while (!(await isChanged()));
    expect((await world.confirm(given)).body).toMatchObject({ status: "ok" });
    expect(await world.effects()).toEqual(["paid 1"]);
    await world.run("alter system reset all");
    await world.run("select pg_reload_conf()");
    while (await isChanged());
    await world.end();
  },
);
