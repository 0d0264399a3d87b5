import type { PGlite } from "@electric-sql/pglite";
import { anyPostgres } from "@holdpoint/test-servers";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDrizzle, onKysely, onLite, onPg } from "./support/kinds.js";
import { aWorld, gate, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

const calls = 10;
const never = 2 ** 30;
const after = (ms: number) => new Promise<"still waiting">((resolve) => setTimeout(resolve, ms, "still waiting"));

/** As many calls as fill a pool of two, each of which asks that pool a question inside its transaction. */
async function crowded(open: typeof onPg, leaseMs: number) {
  const opening = await open(server.url, { max: 2 });
  const pool = opening.opened.client as pg.Pool;
  let asks = false;
  const isUp = async () => !asks || (await pool.query("select 1")).rows.length === 1;
  const world = await aWorld(opening, { leaseMs, storeTimeoutMs: 60_000, isEnabled: isUp });
  const tokens: string[] = [];
  for (let id = 0; id < calls; id += 1) tokens.push(await world.token(id));
  asks = true;
  const replies = Promise.all(tokens.map((token, id) => world.confirm(token, id)));
  const calm = () => {
    asks = false;
  };
  return { world, tokens, replies, calm, pool };
}

test.each([
  ["pg", onPg],
  ["Drizzle on pg", onDrizzle],
  ["Kysely", onKysely],
])(
  "hooks that wait for the pool that the calls have exhausted are given up, and the pool serves again (%s)",
  async (_name, open) => {
    const { world, tokens, replies, calm } = await crowded(open, 400);
    for (const { body } of await replies) {
      if (body.status !== "ok") expect(body).toMatchObject(rolledBack);
    }
    const gaveUp = world.events.filter(({ type }) => type === "rolled_back");
    expect(JSON.stringify(gaveUp)).toMatch(/another connection of the same pool/);
    calm();
    for (const [id, token] of tokens.entries())
      expect((await world.confirm(token, id)).body).toMatchObject({ status: "ok" });
    expect(await world.effects()).toHaveLength(calls);
    await world.end();
  },
);

test("the connection of a question that was given up is closed: what it sends late reaches no other call", async () => {
  const opening = await onPg(server.url, { max: 1 });
  const pool = opening.opened.client as pg.Pool;
  const pidOf = async (port: Pick<pg.Pool, "query">) =>
    (await port.query("select pg_backend_pid() as pid")).rows[0].pid;
  const [late, sent] = [gate(), gate()];
  let inside: unknown;
  let failure: unknown;
  const world = await aWorld(opening, {
    leaseMs: 400,
    async preview({ recheck, tx }) {
      if (recheck) {
        inside = await pidOf(tx as never);
        await late.open;
        await opening.insert(tx as never, "late").catch((error: unknown) => {
          failure = error;
        });
        sent.pass();
      }
      return { summary: "Will pay", preview: {}, stateVersion: "1" };
    },
  });
  expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
  expect(await pidOf(pool)).not.toBe(inside);
  late.pass();
  await sent.open;
  expect(failure).toBeInstanceOf(Error);
  expect(await world.effects()).toEqual([]);
  await world.end();
});

test("the control: without a limit none of them is ever answered", async () => {
  const { replies, pool, world } = await crowded(onPg, never);
  expect(await Promise.race([replies, after(2_000)])).toBe("still waiting");
  expect(pool.waitingCount).toBeGreaterThanOrEqual(calls);
  // Nothing but the end of their sessions gets them out of it.
  void world;
});

test("on PGlite a hook that asks the client waits for its own transaction, and is given up", async () => {
  const opening = await onLite(server.url);
  let asks = false;
  const world = await aWorld(opening, {
    leaseMs: 400,
    async isEnabled() {
      if (asks) await (opening.opened.client as PGlite).query("select 1");
      return true;
    },
  });
  const given = await world.token();
  asks = true;
  expect((await world.confirm(given)).body).toMatchObject(rolledBack);
  asks = false;
  expect((await world.confirm(given)).body).toMatchObject({ status: "ok" });
  expect(await world.effects()).toEqual(["paid 1"]);
});

test("a journal that does not come back is given up too", async () => {
  let silent = true;
  const world = await aWorld(await onPg(server.url), {
    leaseMs: 400,
    journal: ({ type }) => (silent && type === "completed" ? new Promise(() => {}) : Promise.resolve()),
  });
  const given = await world.token();
  expect((await world.confirm(given)).body).toMatchObject(rolledBack);
  silent = false;
  expect((await world.confirm(given)).body).toMatchObject({ status: "ok" });
  expect(await world.effects()).toEqual(["paid 1"]);
  await world.end();
});
