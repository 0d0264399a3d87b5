import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate, postgresStore } from "../src/index.js";
import { newSchema, type Opened, openPool } from "./support/clients.js";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

async function runCli(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env } });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { out, err, code };
}

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"), { max: 16 });
});
afterAll(() => opened.end());

test("of 16 that migrate at once one does the work, and the others find it done", async () => {
  const schema = newSchema();
  const { client } = opened;
  const all = await Promise.all(Array.from({ length: 16 }, () => migrate({ client, schema })));
  expect(all.filter(({ ran }) => ran.length > 0)).toHaveLength(1);
  expect(new Set(all.map(({ to }) => to)).size).toBe(1);
});

test("16 processes that start at once all end well, and one of them did the work", async () => {
  const schema = newSchema();
  const args = ["migrate", "--schema", schema];
  const all = await Promise.all(
    Array.from({ length: 16 }, () => runCli(args, { DATABASE_URL: inject("databaseUrl") })),
  );
  expect(all.map(({ code, err }) => ({ code, err }))).toEqual(all.map(() => ({ code: 0, err: "" })));
  expect(all.filter(({ out }) => /went from version 0/.test(out))).toHaveLength(1);
  expect(all.filter(({ out }) => /Nothing to do/.test(out))).toHaveLength(15);
});

test("a schema that a newer version has migrated is refused by migrate, by connect and by every method", async () => {
  const { client } = opened;
  const schema = newSchema();
  await migrate({ client, schema });
  await opened.run(`INSERT INTO "${schema}".migration (version, name) VALUES (999, 'later')`);
  await expect(migrate({ client, schema })).rejects.toMatchObject({ code: "invalid_setup", message: /999.*Update/s });
  const store = postgresStore({ client, schema });
  await expect(store.checkSetup()).rejects.toMatchObject({ code: "invalid_setup", message: /Update the package/ });
  await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /Update the package/ });
});

test("a database that was not migrated says to run the migrations, and is good as soon as they ran", async () => {
  const { client } = opened;
  const schema = newSchema();
  const store = postgresStore({ client, schema });
  await expect(store.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /Run the migrations/ });
  await migrate({ client, schema });
  expect(await store.get("c:1")).toBeNull();
});

test("a migration that fails half-way leaves nothing behind", async () => {
  const schema = newSchema();
  await opened.run(`CREATE SCHEMA "${schema}"`);
  await opened.run(`CREATE FUNCTION "${schema}".sweep(p_limit integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'`);
  await expect(migrate({ client: opened.client, schema })).rejects.toMatchObject({ code: "store_unavailable" });
  expect(await opened.run(`SELECT 1 FROM pg_tables WHERE schemaname = '${schema}'`)).toEqual([]);
});

test("the command tells its options, and what is missing", async () => {
  expect(await runCli(["--help"])).toMatchObject({ code: 0, out: expect.stringMatching(/--url.*--schema/s) });
  expect(await runCli(["migrate"])).toMatchObject({ code: 1, err: expect.stringMatching(/DATABASE_URL/) });
  expect(await runCli(["mend"])).toMatchObject({ code: 1, err: expect.stringMatching(/The command is "migrate"/) });
  const nowhere = ["migrate", "--url", "postgres://postgres@127.0.0.1:1/postgres"];
  expect(await runCli(nowhere)).toMatchObject({ code: 1, err: expect.stringMatching(/nothing listens/) });
});
