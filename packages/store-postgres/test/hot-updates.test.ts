import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { consume, issue } from "./support/tokens.js";

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"), { max: 1 });
});
afterAll(() => opened.end());

const completed = (claim: string) => ({
  tag: `completed ${claim}`,
  state: '{"status":"completed"}',
  data: '{"message":"done"}',
  deadlineInMs: 300_000,
  payloadForMs: 300_000,
  recordForMs: 86_700_000,
  listed: false,
});

async function updates() {
  await opened.run("SELECT pg_stat_force_next_flush()");
  const [row] = await opened.run(
    `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables
      WHERE schemaname = '${opened.schema}' AND relname = 'record'`,
  );
  return row as { all: number; hot: number };
}

test("an operation starts and ends without an entry in any index: 99 of 100 updates stay on their page", async () => {
  const store = postgresStore(opened);
  for (let round = 0; round < 100; round += 1) {
    const id = await issue(store);
    await consume(store, id, "a");
    await store.swap(id, "in_flight a", completed("a"), { deadline: "any", history: "any" });
  }
  const { all, hot } = await updates();
  expect(all).toBe(200);
  expect(hot).toBeGreaterThanOrEqual(198);
});

test("what a sweep has looked at leaves the index of the listing, and comes back into it when it is listed", async () => {
  const store = postgresStore(opened);
  const id = await issue(store, { payloadForMs: 0 });
  while ((await store.sweep({ limit: 100 })).more);
  const inIndex = () => opened.run(`SELECT may_be_listed AS "is" FROM "${opened.schema}".record WHERE id = '${id}'`);
  expect(await inIndex()).toEqual([{ is: false }]);
  expect((await consume(store, id, "b")).ok).toBe(true);
  expect(await inIndex()).toEqual([{ is: true }]);
  const listed = await store.list("c:", { limit: 1000 });
  expect(listed.records.map((record) => record.id)).toContain(id);
});
