import { type PostgresServer, startPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPg, onPostgresJs } from "./support/kinds.js";
import { aWorld, gate, inFlight, rolledBack, type World } from "./support/world.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/** Until the tests' own statement says so; they wait for a state of the server, never for a time. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A statement of this world's store that waits for a lock. */
const someoneWaits = (world: World) => async () =>
  (
    await world.run(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%${world.opening.opened.schema}%'`,
    )
  ).length > 0;

describe.each([
  ["pg", onPg],
  ["postgres", onPostgresJs],
])("on %s", (_name, open) => {
  test("a duplicate in another process waits for the row, and hears the recorded answer", async () => {
    const held = gate();
    const started = gate();
    const world = await aWorld(await open(server.url), {
      handler: async ({ effect }) => {
        await effect();
        started.pass();
        await held.open;
      },
    });
    const given = await world.token();
    const winner = world.confirm(given);
    await started.open;
    const elsewhere = world.process({ handler: () => Promise.reject(new Error("must not start")) });
    const loser = elsewhere.confirm(given);
    await until(someoneWaits(world));
    held.pass();
    const first = await winner;
    expect(first).toMatchObject({ status: "ok", replayed: false });
    expect(await loser).toEqual({ ...first, replayed: true });
    expect(await world.effects()).toEqual(["paid 1"]);
    await world.end();
  });

  test("a duplicate in another process executes if the one it waited for was rolled back", async () => {
    const held = gate();
    const world = await aWorld(await open(server.url));
    const given = await world.token();
    const started = gate();
    const throwing = world.process({
      handler: async ({ effect }) => {
        await effect("of the one that threw");
        started.pass();
        await held.open;
        throw new Error("no");
      },
    });
    const first = throwing.confirm(given);
    await started.open;
    const second = world.confirm(given);
    await until(someoneWaits(world));
    held.pass();
    expect((await first).body).toMatchObject(rolledBack);
    expect(await second).toMatchObject({ status: "ok", replayed: false });
    expect(await world.effects()).toEqual(["paid 1"]);
    await world.end();
  });

  test.each([0, 50])(
    "a duplicate hears in_flight when it has waited %i ms, here and elsewhere",
    async (waitForCompletionMs) => {
      const held = gate();
      const started = gate();
      const world = await aWorld(await open(server.url), {
        waitForCompletionMs,
        handler: async ({ effect }) => {
          await effect();
          started.pass();
          await held.open;
        },
      });
      const given = await world.token();
      const winner = world.confirm(given);
      await started.open;
      for (const { confirm } of [world, world.process()]) {
        expect((await confirm(given)).body).toMatchObject(inFlight);
      }
      held.pass();
      expect((await winner).body).toMatchObject({ status: "ok" });
      expect(await world.effects()).toEqual(["paid 1"]);
      await world.end();
    },
  );

  test("a stranger, another tool's call and other arguments are told at once, although the operation runs", async () => {
    const held = gate();
    const started = gate();
    const world = await aWorld(await open(server.url), {
      handler: async ({ effect }) => {
        await effect();
        started.pass();
        await held.open;
      },
    });
    const given = await world.token();
    const winner = world.confirm(given);
    await started.open;
    for (const { confirm } of [world, world.process()]) {
      expect((await confirm(given, 1, "mallory")).body).toMatchObject({ reason: "wrong_owner" });
      expect((await confirm(given, 2)).body).toMatchObject({ reason: "params_changed" });
    }
    held.pass();
    expect((await winner).body).toMatchObject({ status: "ok" });
    await world.end();
  });

  test("two operations alike, confirmed at once in two processes: the second is told of the first", async () => {
    const held = gate();
    const started = gate();
    const world = await aWorld(await open(server.url), {
      duplicates: "refuse",
      handler: async ({ effect }) => {
        await effect();
        started.pass();
        await held.open;
      },
    });
    const [one, two] = [await world.token(), await world.token()];
    const first = world.confirm(one);
    await started.open;
    const second = world.process().confirm(two);
    await until(someoneWaits(world));
    held.pass();
    expect((await first).body).toMatchObject({ status: "ok" });
    expect((await second).body).toMatchObject({ reason: "duplicate" });
    expect(await world.effects()).toEqual(["paid 1"]);
    await world.end();
  });

  test("two operations alike: where the first takes too long, the second is rolled back and may be repeated", async () => {
    const held = gate();
    const started = gate();
    const world = await aWorld(await open(server.url), {
      duplicates: "refuse",
      waitForCompletionMs: 50,
      handler: async ({ effect }) => {
        await effect();
        started.pass();
        await held.open;
      },
    });
    const [one, two] = [await world.token(), await world.token()];
    const first = world.confirm(one);
    await started.open;
    const body = (await world.process().confirm(two)).body;
    expect(body).toMatchObject({ ...rolledBack, retry_after_ms: expect.any(Number) });
    held.pass();
    await first;
    expect((await world.confirm(two)).body).toMatchObject({ reason: "duplicate" });
    await world.end();
  });

  test("the handler's own statements wait as long as the client was set up for, not as long as a duplicate may", async () => {
    let lockTimeout: unknown;
    const world = await aWorld(await open(server.url), {
      waitForCompletionMs: 0,
      handler: async ({ tx, effect }) => {
        const sql = "select current_setting('lock_timeout') as waits";
        const client = tx as {
          query?: (text: string) => Promise<{ rows: unknown[] }>;
          unsafe(text: string): Promise<unknown[]>;
        };
        [lockTimeout] = client.query ? (await client.query(sql)).rows : [...(await client.unsafe(sql))];
        await effect();
      },
    });
    expect((await world.confirm(await world.token())).body).toMatchObject({ status: "ok" });
    expect(lockTimeout).toEqual({ waits: "0" });
    await world.end();
  });
});

test("duplicates in one process take one connection between them, so that others get through", async () => {
  const held = gate();
  const world = await aWorld(await onPg(server.url, { max: 3 }), {
    handler: ({ effect, operationId }) => effect().then(() => (operationId === slow ? held.open : undefined)),
  });
  let slow: string | undefined;
  const given = await world.token(1);
  slow = world.events.at(-1)?.operationId;
  const calls = Array.from({ length: 20 }, () => world.confirm(given));
  expect((await world.confirm(await world.token(2), 2)).body).toMatchObject({ status: "ok" });
  held.pass();
  const replies = await Promise.all(calls);
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(replies.every(({ status }) => status === "ok")).toBe(true);
  expect(await world.effects()).toEqual(["paid 1", "paid 2"]);
  await world.end();
});

test("whatever the database's own settings, a transaction is READ COMMITTED and its commit durable", async () => {
  await using other = await settings();
  let seen: unknown;
  const world = await aWorld(await onPg(other.url), {
    handler: async ({ tx, effect }) => {
      const { rows } = await (tx as { query(text: string): Promise<{ rows: unknown[] }> }).query(
        `select current_setting('transaction_isolation') as isolation, current_setting('synchronous_commit') as durable,
          current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      [seen] = rows;
      await effect();
    },
  });
  expect((await world.confirm(await world.token())).body).toMatchObject({ status: "ok" });
  expect(seen).toEqual({ isolation: "read committed", durable: "on", idle: "1min" });
  await world.end();
});

async function settings() {
  const own = await startPostgres({ settings: { synchronous_commit: "off" } });
  return { url: own.url, [Symbol.asyncDispose]: () => own.remove() };
}
