import { migrate } from "@holdpoint/tier2-store-postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrateAudit, postgresSink } from "../../../src/sinks/postgres/index.js";
import { notes, verifiedNotes } from "../support/notes.js";
import { newSchema, type Opened, openPool } from "./clients.js";

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"), 16);
});
afterAll(() => opened.end());

test("of 8 that migrate at once one does the work, beside the store's own migration", async () => {
  const schema = newSchema();
  const { client } = opened;
  const store = migrate({ client, schema });
  const all = await Promise.all(Array.from({ length: 8 }, () => migrateAudit({ client, schema })));
  expect(await store).toMatchObject({ ran: ["records"] });
  expect(all.filter(({ ran }) => ran.length > 0)).toEqual([{ from: 0, to: 1, ran: ["entries"] }]);
});

test("a schema of any name has its tables, and a second migration finds nothing to do", async () => {
  const { client } = opened;
  const schema = `we"ird $body$ ; -- $body0$ ${Date.now()}`;
  await migrateAudit({ client, schema });
  expect(await migrateAudit({ client, schema })).toEqual({ from: 1, to: 1, ran: [] });
  const sink = postgresSink({ client, schema });
  await sink.append(notes("a"));
  expect(await verifiedNotes(sink)).toEqual(["a"]);
});

test("tables of a newer version are left alone", async () => {
  const { client, run } = opened;
  const schema = newSchema();
  await migrateAudit({ client, schema });
  await run(`INSERT INTO "${schema}".audit_migration VALUES (99, 'later')`);
  await expect(migrateAudit({ client, schema })).rejects.toMatchObject({ code: "invalid_setup" });
});
