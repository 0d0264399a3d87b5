import { anyPostgres } from "@holdpoint/test-servers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore } from "../../src/index.js";
import { kinds, onPg } from "./support/kinds.js";
import { aWorld, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

/** Queues the statement behind what was sent last when the handler has returned: before the commit, as the timing has it. */
const later = (send: () => Promise<unknown>) => void setImmediate(() => void send().catch(() => {}));

const runs = 5;

describe.each(kinds)("on %s", (_name, open) => {
  test("a statement that nobody awaits fails before the commit: what is told is what the table shows", async () => {
    let careless = true;
    const world = await aWorld(await open(server.url), {
      handler: async ({ effect }) => {
        await effect();
        if (careless) later(() => effect(null as never));
      },
    });
    for (let id = 1; id <= runs; id += 1) {
      careless = true;
      const given = await world.token(id);
      const before = (await world.effects()).length;
      const first = await world.confirm(given, id);
      const happened = (await world.effects()).length > before;
      if (happened) expect(first).toMatchObject({ status: "ok" });
      else expect(first.body).toMatchObject(rolledBack);
      careless = false;
      expect(await world.confirm(given, id)).toMatchObject({ status: "ok", replayed: happened });
      expect(await world.effects()).toHaveLength(before + 1);
    }
    await world.end();
  });
});

test("a rollback that nobody awaits ends the transaction before its commit, which is not taken for one", async () => {
  const world = await aWorld(await onPg(server.url), {
    handler: async ({ tx, effect }) => {
      await effect();
      later(() => (tx as pg.PoolClient).query("rollback"));
    },
  });
  const { body } = await world.confirm(await world.token());
  expect(await world.effects()).toHaveLength(body.status === "ok" ? 1 : 0);
  expect(await world.statuses()).toEqual([body.status === "ok" ? "completed" : "pending"]);
  await world.end();
});

test("two functions whose `run` resolves without a commit: the server says so, and nothing is told as done", async () => {
  const opening = await onPg(server.url);
  const pool = opening.opened.client as pg.Pool;
  const store = postgresStore<pg.PoolClient>({
    client: pool,
    schema: opening.opened.schema,
    transactions: {
      async run(work) {
        const connection = await pool.connect();
        try {
          await connection.query("begin");
          await work(connection);
        } finally {
          await connection.query("rollback");
          connection.release();
        }
      },
      port: (connection) => ({ query: (text, values) => connection.query(text, values) }),
    },
  });
  const world = await aWorld({ ...opening, store: store as never });
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(JSON.stringify(world.events.at(-1))).toMatch(/did not commit the transaction/);
  expect(await world.effects()).toEqual([]);
  expect(await world.statuses()).toEqual(["pending"]);
  await world.end();
});

test("the control: Postgres answers the commit of a broken transaction without an error", async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("begin");
  await expect(client.query("select 1 from nowhere_at_all")).rejects.toThrow();
  expect((await client.query("commit")).command).toBe("ROLLBACK");
  await client.end();
});
