import { anyPostgres } from "@holdpoint/test-servers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CuttingProxy, cuttingProxy } from "./support/cutting-proxy.js";
import { onDrizzle, onKysely, onPg, onPostgresJs } from "./support/kinds.js";
import { aWorld, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
let proxy: CuttingProxy;
beforeAll(async () => {
  server = await anyPostgres();
  proxy = await cuttingProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const runs = 3;

describe.each([
  ["pg", onPg],
  ["postgres", (url: string) => onPostgresJs(url, { prepare: false })],
  ["Drizzle on pg", onDrizzle],
  ["Kysely", onKysely],
])("on %s", (_name, open) => {
  test("a commit whose answer is cut off is looked up: its caller hears what was committed, as the first answer", async () => {
    const world = await aWorld(await open(proxy.url));
    for (let id = 1; id <= runs; id += 1) {
      const given = await world.token(id);
      world.events.length = 0;
      proxy.cut("its answer");
      const first = await world.confirm(given, id);
      expect(first).toMatchObject({ status: "ok", replayed: false });
      expect(world.types()).toEqual(["claimed", "completed"]);
      expect(await world.confirm(given, id)).toEqual({ ...first, replayed: true });
    }
    expect(await world.effects()).toHaveLength(runs);
    await world.end();
  });

  test("a commit that is cut off was rolled back: its caller hears that, and its token can be used again", async () => {
    const world = await aWorld(await open(proxy.url));
    for (let id = 1; id <= runs; id += 1) {
      const given = await world.token(id);
      proxy.cut("the commit");
      expect((await world.confirm(given, id)).body).toMatchObject(rolledBack);
      expect(await world.effects()).toHaveLength(id - 1);
      expect(await world.confirm(given, id)).toMatchObject({ status: "ok", replayed: false });
    }
    expect(await world.effects()).toHaveLength(runs);
    await world.end();
  });
});

test("the control: without a look-up both look alike, an error, and one of them is committed", async () => {
  const client = async () => {
    const made = new pg.Client({ connectionString: proxy.url }).on("error", () => {});
    await made.connect();
    return made;
  };
  const table = `cut_${Date.now()}`;
  const setUp = await client();
  await setUp.query(`create table ${table} (what text)`);
  for (const what of ["the commit", "its answer"] as const) {
    const cut = await client();
    await cut.query("BEGIN");
    await cut.query(`insert into ${table} values ($1)`, [what]);
    proxy.cut(what);
    await expect(cut.query("COMMIT")).rejects.toThrow(/Connection terminated|ECONNRESET/);
  }
  const { rows } = await setUp.query(`select what from ${table}`);
  expect(rows).toEqual([{ what: "its answer" }]);
  await setUp.query(`drop table ${table}`);
  await setUp.end();
});
