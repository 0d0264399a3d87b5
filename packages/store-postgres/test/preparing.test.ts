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
