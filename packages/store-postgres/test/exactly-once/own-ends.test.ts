import { anyPostgres } from "@holdpoint/test-servers";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresStore } from "../../src/index.js";
import { openPool } from "../support/clients.js";
import { onPg } from "./support/kinds.js";
import { aWorld, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

const query = (tx: never, text: string) => (tx as pg.PoolClient).query(text);

test("a handler that rolls back by itself is told that it must not: its operation is not told as done", async () => {
  const world = await aWorld(await onPg(server.url), {
    handler: async ({ tx, effect }) => {
      await effect();
      await query(tx, "rollback");
    },
  });
  const given = await world.token();
  await expect(world.confirm(given)).rejects.toMatchObject({ code: "invalid_setup" });
  expect(await world.effects()).toEqual([]);
  expect(await world.statuses()).toEqual(["pending"]);
  await world.end();
});

test("a handler that rolls back and begins anew cannot have the rest of it committed as an operation", async () => {
  const world = await aWorld(await onPg(server.url), {
    handler: async ({ tx, effect }) => {
      await query(tx, "rollback");
      await query(tx, "begin");
      await effect();
    },
  });
  await expect(world.confirm(await world.token())).rejects.toMatchObject({ code: "invalid_setup" });
  expect(await world.effects()).toEqual([]);
  expect(await world.statuses()).toEqual(["pending"]);
  await world.end();
});

test("a handler that commits by itself has its effect once, and its answer is the recorded one", async () => {
  const world = await aWorld(await onPg(server.url), {
    handler: async ({ tx, effect }) => {
      await effect();
      await query(tx, "commit");
    },
  });
  const given = await world.token();
  expect((await world.confirm(given)).body).toMatchObject({ status: "ok" });
  expect(await world.confirm(given)).toMatchObject({ body: { status: "ok" }, replayed: true });
  expect(await world.effects()).toEqual(["paid 1"]);
  await world.end();
});

test("a connection whose rollback got no answer is not used again: it may still be inside the transaction", async () => {
  const opened = await openPool(server.url, { max: 1, query_timeout: 1_000 });
  const pool = opened.client as pg.Pool;
  const store = postgresStore({ client: pool, schema: opened.schema });
  let inside: unknown;
  const pid = async (port: Pick<pg.PoolClient, "query">) =>
    (await port.query("select pg_backend_pid() as pid")).rows[0].pid;
  const insert = (tx: never, note: string) =>
    (tx as pg.PoolClient).query(`insert into "${opened.schema}".effect values ('${note}')`);
  const world = await aWorld(
    { opened, store: store as never, insert },
    {
      handler: async ({ tx, effect }) => {
        await effect();
        inside = await pid(tx);
        void query(tx, "select pg_sleep(4)").catch(() => {}); // the rollback waits behind it
        throw new Error("changed its mind");
      },
    },
  );
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(JSON.stringify(world.events.at(-1))).toContain("changed its mind");
  expect(await pid(pool)).not.toBe(inside);
  expect(await world.effects()).toEqual([]);
  await world.end();
});
