import { type PostgresServer, startPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "./support/child.js";
import { onDrizzle, onKysely, onPg } from "./support/kinds.js";
import { aWorld, gate, inFlight, rolledBack } from "./support/world.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/** Its handlers ask the server about themselves, through the client that they should leave alone. */
const unwatched = { watchHandlers: false };

const idle = "select pid from pg_stat_activity where state = 'idle in transaction'";

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

// Not on postgres 3.4: given a statement while its connection breaks, it ends the process (its nextWrite meets a null socket).
test.each([
  ["pg", onPg],
  ["Drizzle on pg", onDrizzle],
  ["Kysely", onKysely],
])(
  "a connection that the server ends in the middle of a handler: nothing happened, and the token goes on (%s)",
  async (_name, open) => {
    let terminate = true;
    const world = await aWorld(await open(server.url, unwatched), {
      handler: async ({ effect }) => {
        await effect();
        if (terminate) await world.run(`select pg_terminate_backend(pid) from (${idle}) as it`);
        await effect("second half");
      },
    });
    const given = await world.token();
    expect((await world.confirm(given)).body).toMatchObject(rolledBack);
    expect(JSON.stringify(world.events.at(-1))).toMatch(/terminat|connection error/i);
    expect(await world.effects()).toEqual([]);
    terminate = false;
    expect((await world.confirm(given)).body).toMatchObject({ status: "ok" });
    expect(await world.effects()).toEqual(["paid 1", "second half"]);
    await world.end();
  },
);

test.each([
  ["pg", onPg],
  ["Drizzle on pg", onDrizzle],
  ["Kysely", onKysely],
])(
  "a handler that idles for longer than a lease is ended by the server, and its process lives on (%s)",
  async (_name, open) => {
    const world = await aWorld(await open(server.url, unwatched), {
      leaseMs: 100,
      handler: async ({ effect }) => {
        await effect();
        await until(async () => (await world.run(idle)).length === 0);
      },
    });
    const given = await world.token();
    expect((await world.confirm(given)).body).toMatchObject(rolledBack);
    expect(JSON.stringify(world.events.at(-1))).toMatch(/terminat|connection error/i);
    expect(await world.effects()).toEqual([]);
    await world.end();
  },
);

test("a process that is stopped inside its handler blocks the others for its lease, and not for ever", async () => {
  const world = await aWorld(await onPg(server.url));
  const { schema } = world.opening.opened;
  await world.run(`alter table "${schema}".effect rename to old_effect`);
  await world.run(`create table "${schema}".effect (operation_id text not null)`);
  const options = { url: server.url, schema, guard: true, leaseMs: 1_500 };
  const [stopped, other] = [await Payer.start(options), await Payer.start({ ...options, waitForCompletionMs: 1 })];
  const args = { holdMs: 300 };
  const preview = await other.call(args);
  const confirm = { ...args, confirm_token: preview?.body.confirm_token };
  const first = stopped.call({ ...confirm });
  await until(async () => {
    if ((await world.run(`${idle} and query like 'insert into "${schema}"%'`)).length === 0) return false;
    stopped.signal("SIGSTOP");
    return true;
  });
  const heard = await other.call(confirm);
  let again = heard;
  while (again?.body.status !== "ok") again = await other.call(confirm);
  stopped.signal("SIGCONT");
  const woken = await first;
  expect(heard?.body).toMatchObject(inFlight);
  expect(again).toMatchObject({ replayed: false });
  expect(woken?.body).toMatchObject(rolledBack);
  expect(await world.run(`select * from "${schema}".effect`)).toHaveLength(1);
  await Promise.all([stopped.kill(), other.kill()]);
  await world.end();
});

test("deadlocks: the one that has to give way runs again, and each has its effect once", async () => {
  let schema = "";
  let meeting = 2;
  const met = gate();
  let started = 0;
  type Tx = { query(text: string): Promise<unknown> };
  const world = await aWorld(await onPg(server.url), {
    handler: async ({ tx, effect, operationId }) => {
      started += 1;
      const [one, two] = operationId === first ? [1, 2] : [2, 1];
      const lock = (id: number) => (tx as Tx).query(`select 1 from "${schema}".account where id = ${id} for update`);
      await lock(one);
      meeting -= 1;
      if (meeting === 0) met.pass();
      await met.open;
      await lock(two);
      await effect();
    },
  });
  schema = world.opening.opened.schema;
  await world.run(`create table "${schema}".account (id integer)`);
  await world.run(`insert into "${schema}".account values (1), (2)`);
  const one = await world.token(1);
  const first = world.events.at(-1)?.operationId;
  const two = await world.token(2);
  const replies = await Promise.all([world.confirm(one, 1), world.confirm(two, 2)]);
  expect(replies.map(({ status }) => status)).toEqual(["ok", "ok"]);
  expect(started).toBe(3);
  expect(await world.effects()).toEqual(["paid 1", "paid 2"]);
  await world.end();
});

test.each([
  [1, "ok"],
  [2, "ok"],
  [3, "rejected"],
])("%i serialization failures in a row end %s: the work is done at most three times", async (failures, status) => {
  let started = 0;
  const journal: string[] = [];
  const world = await aWorld(await onPg(server.url), {
    journal: async ({ type }) => void journal.push(type),
    handler: async ({ tx, effect }) => {
      await effect();
      started += 1;
      if (started <= failures) {
        await (tx as { query(text: string): Promise<unknown> }).query("do $$ begin raise sqlstate '40001'; end $$");
      }
    },
  });
  const given = await world.token();
  const { body } = await world.confirm(given);
  expect(body).toMatchObject(status === "ok" ? { status } : { ...rolledBack, retry_after_ms: expect.any(Number) });
  expect(started).toBe(Math.min(failures + 1, 3));
  expect(await world.effects()).toEqual(status === "ok" ? ["paid 1"] : []);
  // A journal that writes elsewhere holds the end of each run.
  const ends = journal.filter((type) => type !== "intent");
  expect(ends).toEqual([...Array(failures).fill("rolled_back"), ...(status === "ok" ? ["completed"] : [])]);
  await world.end();
});

test("a pool without a free connection: the call is refused as store_unavailable and executes nothing later", async () => {
  const held = gate();
  const entered = [gate(), gate()];
  const world = await aWorld(await onPg(server.url, { max: 2 }), {
    handler: async ({ effect }) => {
      await effect();
      entered.pop()?.pass();
      await held.open;
    },
  });
  const impatient = world.process({ storeTimeoutMs: 60 });
  const tokens = [await world.token(1), await world.token(2), await world.token(3)] as const;
  const [second, first] = entered as [ReturnType<typeof gate>, ReturnType<typeof gate>];
  const holding = [world.confirm(tokens[0], 1), world.confirm(tokens[1], 2)];
  await Promise.all([first.open, second.open]);
  expect((await impatient.confirm(tokens[2], 3)).body).toMatchObject({ reason: "store_unavailable" });
  held.pass();
  await Promise.all(holding);
  expect(await world.effects()).toEqual(["paid 1", "paid 2"]);
  expect((await world.confirm(tokens[2], 3)).body).toMatchObject({ status: "ok" });
  expect(await world.effects()).toEqual(["paid 1", "paid 2", "paid 3"]);
  await world.end();
});

test.each<[string, object]>([
  ["its tokens of before are refused, for it may have lost writes", {}],
  ["where the start of the server is no part of the history, they go on", { history: ["system", "timeline"] }],
])("an immediate shutdown in the middle of calls: 0 doubled, 0 lost; %s", async (_what, options) => {
  const own = await startPostgres();
  const held = gate();
  let entered = 0;
  const all = gate();
  const world = await aWorld(await onPg(own.url, options), {
    handler: async ({ effect, operationId }) => {
      await effect(operationId);
      if (!crashed && entered < 4) {
        entered += 1;
        if (entered === 4) all.pass();
        await held.open;
      }
    },
  });
  let crashed = false;
  const tokens = await Promise.all(Array.from({ length: 8 }, (_, id) => world.token(id)));
  const running = tokens.slice(0, 4).map((token, id) => world.confirm(token, id));
  await all.open;
  const done = await Promise.all(tokens.slice(4).map((token, index) => world.confirm(token, index + 4)));
  await own.crash();
  crashed = true;
  held.pass();
  for (const { body } of await Promise.all(running)) expect(body).toMatchObject({ status: "rejected" });
  await own.start();
  const replies = await Promise.all(tokens.map((token, id) => world.confirm(token, id)));
  const effects = await world.effects();
  expect(new Set(effects).size).toBe(effects.length);
  expect(replies.slice(4)).toEqual(done.map((reply) => ({ ...reply, replayed: true })));
  const ok = replies.filter(({ status }) => status === "ok");
  expect(effects.sort()).toEqual(ok.map(({ operationId }) => operationId).sort());
  const refused = replies.filter(({ status }) => status !== "ok").map(({ body }) => body);
  expect(refused).toEqual(
    Array.from({ length: "history" in options ? 0 : 4 }, () => expect.objectContaining({ detail: "history_changed" })),
  );
  await world.end();
  await own.remove();
});
