import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type PostgresStore, postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { consume, issue } from "./support/tokens.js";

let one: Opened;
let store: PostgresStore;
beforeEach(async () => {
  one = await openPool(inject("databaseUrl"), { max: 1 });
  store = postgresStore(one);
});
afterEach(() => one.end());

const prepared = () => one.run("SELECT name, statement FROM pg_prepared_statements WHERE name LIKE 'tier2_%'");

const works = async () => expect((await consume(store, await issue(store), "a")).ok).toBe(true);

test("pg prepares the store's statements by name, each once per connection", async () => {
  await works();
  await works();
  const names = await prepared();
  expect(names.length).toBeGreaterThanOrEqual(2);
  expect(new Set(names.map(({ statement }) => statement)).size).toBe(names.length);
});

test("names that a pooler loses are noticed, and the store goes on without them", async () => {
  await works();
  await one.run("DEALLOCATE ALL"); // as if the next transaction had another connection
  await works();
  await works();
  expect(await prepared()).toEqual([]);
});

test("names that stand on a connection already, by the hand of another client, are noticed too", async () => {
  await works();
  const names = await prepared();
  await one.end();
  one = await openPool(inject("databaseUrl"), { max: 1 }, one.schema);
  for (const { name } of names) await one.run(`PREPARE "${name}" AS SELECT 1`);
  store = postgresStore(one);
  await works();
});

const everyWay = [true, false].flatMap((prepare) => ["accepted", "refused"].map((end) => [prepare, end] as const));

test.each(everyWay)(
  "prepared (%s) or not, a swap that would be %s looks whether it is READ COMMITTED",
  async (prepare, end) => {
    store = postgresStore({ ...one, prepare });
    const id = await issue(store);
    if (end === "refused") await consume(store, id, "a");
    await one.run("SET default_transaction_isolation = 'repeatable read'");
    const answer = consume(store, id, "b");
    await expect(answer).rejects.toMatchObject({ code: "store_unavailable", cause: { code: "T2ISO" } });
  },
);

test.each([true, false])(
  "prepared (%s) or not, a record that ended is absent, whatever its tag was",
  async (prepare) => {
    store = postgresStore({ ...one, prepare });
    const id = await issue(store, { tag: "another", recordForMs: 0 });
    expect(await consume(store, id, "a")).toEqual({ ok: false, why: "absent", record: null });
  },
);

test.each([true, false])("prepared (%s) or not, a swap raises synchronous_commit for itself", async (prepare) => {
  await one.end();
  one = await openPool(inject("databaseUrl"), { max: 1, options: "-c synchronous_commit=off" });
  store = postgresStore({ ...one, prepare });
  const id = await issue(store);
  await one.run(`CREATE TABLE "${one.schema}".seen (setting text)`);
  await one.run(`CREATE FUNCTION "${one.schema}".see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO "${one.schema}".seen VALUES (current_setting('synchronous_commit')); RETURN new; END $$`);
  await one.run(
    `CREATE TRIGGER see BEFORE UPDATE ON "${one.schema}".record FOR EACH ROW EXECUTE FUNCTION "${one.schema}".see()`,
  );
  expect((await consume(store, id, "a")).ok).toBe(true);
  expect(await one.run(`SELECT setting FROM "${one.schema}".seen`)).toEqual([{ setting: "on" }]);
});
