import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool, openPostgresJs } from "./support/clients.js";
import { consume, issue } from "./support/tokens.js";

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"));
});
afterAll(() => opened.end());

test.each(["repeatable read", "serializable"])(
  "a default of %s is refused at the start, and by a connection that got it later",
  async (isolation) => {
    const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
    const client = new pg.Pool({ connectionString: inject("databaseUrl"), options });
    const store = postgresStore({ client, schema: opened.schema });
    await expect(store.checkSetup()).rejects.toMatchObject({ code: "invalid_setup", message: /read committed/ });
    await client.end();

    const later = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
    const started = postgresStore({ client: later, schema: opened.schema });
    await started.checkSetup();
    await later.query(`SET default_transaction_isolation = '${isolation}'`);
    await expect(started.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /READ COMMITTED/ });
    await later.end();
  },
);

test("a part of the history id that the server hides is named, and going without is an explicit choice", async () => {
  const role = `r${randomUUID().replaceAll("-", "")}`;
  await opened.run(`CREATE ROLE ${role} LOGIN`);
  await opened.run(`GRANT USAGE ON SCHEMA "${opened.schema}" TO ${role}`);
  await opened.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${opened.schema}" TO ${role}`);
  await opened.run("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
  const url = new URL(inject("databaseUrl"));
  url.username = role;
  const client = new pg.Pool({ connectionString: url.href });
  try {
    const whole = postgresStore({ client, schema: opened.schema });
    await expect(whole.checkSetup()).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringMatching(/hides system .*history: \["timeline","start"\]/),
    });
    const rest = postgresStore({ client, schema: opened.schema, history: ["timeline", "start"] });
    expect((await consume(rest, await issue(rest), "a")).ok).toBe(true);
  } finally {
    await opened.run("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC");
    await client.end();
  }
});

test("a role without rights to the tables is told which it needs", async () => {
  const role = `r${randomUUID().replaceAll("-", "")}`;
  await opened.run(`CREATE ROLE ${role} LOGIN`);
  const url = new URL(inject("databaseUrl"));
  url.username = role;
  const client = new pg.Pool({ connectionString: url.href });
  const store = postgresStore({ client, schema: opened.schema });
  await expect(store.checkSetup()).rejects.toMatchObject({ code: "store_unavailable", message: /Grant it USAGE/ });
  await client.end();
});

test("a role that may not execute the functions is told so, and not to go without the history", async () => {
  const role = `r${randomUUID().replaceAll("-", "")}`;
  const own = await openPool(inject("databaseUrl"));
  await own.run(`CREATE ROLE ${role} LOGIN`);
  await own.run(`GRANT USAGE ON SCHEMA "${own.schema}" TO ${role}`);
  await own.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${own.schema}" TO ${role}`);
  await own.run(`REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA "${own.schema}" FROM PUBLIC`);
  const url = new URL(inject("databaseUrl"));
  url.username = role;
  const client = new pg.Pool({ connectionString: url.href });
  const store = postgresStore({ client, schema: own.schema });
  await expect(store.checkSetup()).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringMatching(/GRANT EXECUTE ON ALL FUNCTIONS/),
  });
  await own.run(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA "${own.schema}" TO ${role}`);
  await store.checkSetup();
  await client.end();
  await own.end();
});

test("nothing is sent before the first call, and what was wrong then may be mended by the next", async () => {
  const client = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
  const store = postgresStore({ client, schema: "not there yet" });
  expect(client.totalCount).toBe(0);
  await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /Run the migrations/ });
  await expect(store.checkSetup()).rejects.toMatchObject({ code: "invalid_setup", message: /Run the migrations/ });
  await client.end();
});

test.each([
  [{ client: {} as never }, /Pool or Client of pg/],
  [{ client: undefined as never }, /Pool or Client of pg/],
  [{ history: [] }, /history/],
  [{ history: ["epoch"] as never }, /history/],
])("the option %j is refused at once", (option, why) => {
  expect(() => postgresStore({ client: opened.client, ...option })).toThrow(why);
});

test("postgres with prepare: false, as behind a transaction-mode pooler, leaves no prepared statement behind", async () => {
  const js = await openPostgresJs(inject("databaseUrl"), { prepare: false, onnotice: () => {} });
  const store = postgresStore(js);
  expect((await consume(store, await issue(store), "a")).ok).toBe(true);
  expect(await js.run("SELECT name FROM pg_prepared_statements")).toEqual([]);
  await js.end();
});

test("without preparing, a session keeps nothing of what the store did on it: no setting, no prepared statement, no lock", async () => {
  const one = await openPool(inject("databaseUrl"), { max: 1, options: "-c synchronous_commit=off" });
  const store = postgresStore({ ...one, prepare: false });
  await consume(store, await issue(store), "a");
  const [session] = await one.run(
    `SELECT current_setting('synchronous_commit') AS commit, current_setting('lock_timeout') AS lock,
      (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
      (SELECT count(*)::int FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') AS locks`,
  );
  expect(session).toEqual({ commit: "off", lock: "0", prepared: 0, locks: 0 });
  await one.end();
});
