import type { PGlite } from "@electric-sql/pglite";
import { anyPostgres } from "@holdpoint/test-servers";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opening, onLite, onPg } from "./support/kinds.js";
import { aWorld, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

const says = expect.stringMatching(/used its client outside of it\. Use `ctx\.tx` alone/);
const pool = ({ opened }: Opening) => opened.client as pg.Pool;

/** Each writes an effect that no rollback would undo. */
const others: [string, (opening: Opening, statement: string) => Promise<unknown>][] = [
  ["a query of the pool", (opening, statement) => pool(opening).query(statement)],
  [
    "a query with a callback",
    (opening, statement) =>
      new Promise((resolve, reject) => {
        pool(opening).query(statement, (error, result) => (error ? reject(error) : resolve(result)));
      }),
  ],
  ["a connection of the pool", async (opening) => (await pool(opening).connect()).release()],
  ["a mapper on the pool", (opening, statement) => drizzle({ client: pool(opening) }).execute(statement)],
  [
    "a query after a wait",
    async (opening, statement) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await Promise.all([pool(opening).query(statement)]);
    },
  ],
];

test.each(others)("a handler that uses %s beside its transaction fails, and nothing happens", async (_what, use) => {
  const opening = await onPg(server.url);
  const world = await aWorld(opening, {
    handler: async ({ effect }) => {
      await effect();
      await use(opening, `insert into "${opening.opened.schema}".effect values ('outside')`);
    },
  });
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(await world.effects()).toEqual([]);
  const error = world.events.find(({ type }) => type === "rolled_back");
  expect(JSON.stringify(error)).toMatch(/used its client outside of it/);
  await world.end();
});

test("on PGlite such a handler would wait for itself for ever, and fails too", async () => {
  const opening = await onLite(server.url);
  const world = await aWorld(opening, {
    handler: async () => {
      await (opening.opened.client as PGlite).query("select 1");
    },
  });
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(world.events.at(-1)).toMatchObject({ type: "rolled_back", error: { code: "invalid_setup", message: says } });
});

test("the control: unwatched, what it wrote elsewhere survives the rollback", async () => {
  const opening = await onPg(server.url, { watchHandlers: false });
  const world = await aWorld(opening, {
    handler: async ({ effect }) => {
      await effect();
      await pool(opening).query(`insert into "${opening.opened.schema}".effect values ('outside')`);
      throw new Error("no");
    },
  });
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(await world.effects()).toEqual(["outside"]);
  await world.end();
});

test("what others do with the pool while a handler runs is theirs, and hooks may use it", async () => {
  const opening = await onPg(server.url);
  const ask = async () => (await pool(opening).query("select 1")).rows.length === 1;
  let busy = true;
  const world = await aWorld(opening, {
    authorize: ask,
    risk: ask,
    handler: async ({ effect }) => {
      while (busy) await new Promise((resolve) => setTimeout(resolve, 1));
      await effect();
    },
  });
  const confirming = world.confirm(await world.token());
  for (let count = 0; count < 20; count += 1) expect(await ask()).toBe(true);
  busy = false;
  expect((await confirming).body).toMatchObject({ status: "ok" });
  await world.end();
});

test("a single pg Client is no store for transactions: calls would meet in one", async () => {
  const opening = await onPg(server.url, { max: 1 });
  const { postgresStore } = await import("../../src/index.js");
  const client = (await pool(opening).connect()) as unknown as pg.Client;
  const store = postgresStore({ client, schema: opening.opened.schema, watchHandlers: false });
  await expect(store.transaction(async () => {}, { lockTimeoutMs: 1, idleTimeoutMs: 1 })).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringMatching(/needs a store on a Pool/),
  });
  (client as unknown as pg.PoolClient).release();
  await opening.opened.end();
});

test("a tool whose transaction is of other tables than the engine's store is told so, and executes nothing", async () => {
  const [one, two] = [await onPg(server.url), await onPg(server.url)];
  const world = await aWorld(one);
  const elsewhere = world.process({ store: two.store });
  const given = await elsewhere.token();
  await expect(elsewhere.confirm(given)).rejects.toMatchObject({ code: "invalid_setup" });
  expect(await world.effects()).toEqual([]);
  await two.opened.end();
  await world.end();
});
