import type { PGlite } from "@electric-sql/pglite";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { postgresSink } from "../../../src/sinks/postgres/index.js";
import { verifiedNotes } from "../support/notes.js";
import { kinds, type Opened, openPool } from "./clients.js";
import { aWorld, type WorldOptions } from "./world.js";

const table = (schema: string) => `"${schema}".effect`;
const inserts: Readonly<Record<string, (schema: string) => (tx: never, note: string) => Promise<unknown>>> = {
  pg: (schema) => (tx: pg.PoolClient, note) => tx.query(`insert into ${table(schema)} values ($1)`, [note]),
  postgres: (schema) => async (tx: postgres.TransactionSql, note) =>
    tx.unsafe(`insert into ${table(schema)} values ($1)`, [note]),
  PGlite: (schema) => (tx: PGlite, note) => tx.query(`insert into ${table(schema)} values ($1)`, [note]),
};

describe.each(kinds)("in the caller's transaction, on %s,", (name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(inject("databaseUrl"));
  });
  afterAll(() => opened.end());

  async function world(options: WorldOptions = {}) {
    // A log and a table for each test, in one schema, which may be dear to make.
    const insert = inserts[name]?.(opened.schema) as never;
    await opened.run(`drop table if exists ${table(opened.schema)}`);
    await opened.run(`TRUNCATE "${opened.schema}".audit_log`);
    const made = await aWorld(opened, insert, options);
    return made;
  }

  test("a commit writes effect and entries, and a rollback leaves of both nothing but that it was one", async () => {
    let broken = false;
    const { process, effects, entries } = await world({
      async handler({ effect }, id) {
        await effect(`paid ${id}`);
        if (broken) throw new Error("the disk is full");
      },
    });
    const before = (await entries()).length;
    const one = process();
    const paid = await one.pay(1);
    expect(paid).toMatchObject({ status: "ok" });
    broken = true;
    const undone = await one.pay(2);
    expect(undone.body).toMatchObject({ reason: "not_executed", detail: "rolled_back" });
    await one.end();
    expect(await effects()).toEqual(["paid 1"]);
    const told = (await entries()).slice(before);
    const of = (reply: { operationId?: string }) =>
      told.filter(({ operationId }) => operationId === reply.operationId).map(({ type }) => type);
    expect(of(paid).filter((type) => type === "intent" || type === "completed")).toEqual(["intent", "completed"]);
    expect(of(undone)).toContain("rolled_back");
    expect(of(undone)).not.toContain("completed");
    await verifiedNotes(one.sink);
  });

  test("50 calls at once, of two processes, end without a deadlock on one chain without a fork", async () => {
    const { process, effects, entries } = await world();
    const before = (await entries()).length;
    const both = [process(), process()] as const;
    const replies = await Promise.all(Array.from({ length: 50 }, (_, id) => both[id % 2 ? 1 : 0].pay(id)));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill("ok"));
    for (const one of both) await one.end();
    expect(await effects()).toHaveLength(50);
    const told = (await entries()).slice(before);
    expect(told.filter(({ type }) => type === "completed")).toHaveLength(50);
    expect(told.filter(({ type }) => type === "intent")).toHaveLength(50);
    expect(both.flatMap(({ events }) => events).filter(({ type }) => type === "rolled_back")).toEqual([]);
    await verifiedNotes(both[0].sink);
  });
});

test("through the transactions of a mapper an entry is committed with the effect too", async () => {
  const opened = await openPool(inject("databaseUrl"));
  const { drizzleTransactions } = await import("@holdpoint/tier2-store-postgres");
  const db = drizzle({ client: opened.client });
  const sink = postgresSink({ ...opened, transactions: drizzleTransactions(db, drizzleSql) });
  const { notes, readNotes } = await import("../support/notes.js");
  const undone = db.transaction(async (tx) => {
    expect(sink.joins(tx)).toBe(true);
    await sink.append(notes("undone"), { tx });
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await readNotes(sink)).toEqual([]);
  await db.transaction((tx) => sink.append(notes("done"), { tx }));
  expect(await verifiedNotes(sink)).toEqual(["done"]);
  await opened.end();
});

describe("on a Pool", () => {
  let opened: Opened & { readonly client: pg.Pool };
  beforeAll(async () => {
    opened = await openPool(inject("databaseUrl"), 20);
  });
  afterAll(() => opened.end());
  const world = async (options: WorldOptions = {}) => {
    await opened.run(`drop table if exists ${table(opened.schema)}`);
    return aWorld(opened, inserts.pg?.(opened.schema) as never, options);
  };

  /** Somebody appends in a transaction that stays open. */
  async function holdTheLog(name?: string) {
    const other = await opened.client.connect();
    await other.query("BEGIN");
    const sink = postgresSink({ ...opened, ...(name && { name }) });
    const { notes } = await import("../support/notes.js");
    await sink.append(notes("held"), { tx: other });
    return async () => {
      await other.query("ROLLBACK");
      other.release();
    };
  }

  test("a log that another transaction holds for too long rolls the call back, whose caller may repeat it", async () => {
    const { process, effects, entries } = await world({ sink: { lockTimeoutMs: 200 } });
    const one = process();
    const letGo = await holdTheLog();
    const before = one.events.length;
    const reply = await one.pay(1);
    expect(reply.body).toMatchObject({
      reason: "not_executed",
      detail: "rolled_back",
      retry_after_ms: expect.any(Number),
    });
    expect(one.events.slice(before)).toContainEqual(
      expect.objectContaining({
        type: "rolled_back",
        error: expect.objectContaining({ message: expect.stringContaining("another transaction appends to it") }),
      }),
    );
    expect(await effects()).toEqual([]);
    await letGo();
    expect(await one.pay(2)).toMatchObject({ status: "ok" });
    await one.end();
    expect(await effects()).toEqual(["paid 2"]);
    // What was rolled back is told once the log can be written again.
    expect((await entries()).map(({ type }) => type)).toContain("rolled_back");
    await verifiedNotes(one.sink);
  });

  test("a limit of the connection's own is left as it is", async () => {
    const letGo = await holdTheLog("limits");
    const tx = await opened.client.connect();
    await tx.query("BEGIN; SET LOCAL lock_timeout = '123ms'");
    const { notes } = await import("../support/notes.js");
    const sink = postgresSink({ ...opened, name: "limits", lockTimeoutMs: 60_000 });
    await expect(sink.append(notes("a"), { tx })).rejects.toMatchObject({ cause: { code: "55P03" } });
    await tx.query("ROLLBACK; BEGIN; SET LOCAL lock_timeout = '123ms'");
    await letGo();
    await sink.append(notes("a"), { tx });
    expect((await tx.query("SHOW lock_timeout")).rows).toEqual([{ lock_timeout: "123ms" }]);
    await tx.query("COMMIT");
    tx.release();
  });

  test("a sink whose log lies in another database writes the intent before the effect and the ending after it", async () => {
    const elsewhere = await openPool(inject("databaseUrl"));
    const { process, effects } = await world({ sink: { ...elsewhere, joins: false } });
    const one = process();
    expect(one.sink.joins({})).toBe(false);
    await one.pay(1);
    await one.end();
    expect(await effects()).toEqual(["paid 1"]);
    const { rows } = await elsewhere.client.query(`select count(*)::int as n from "${elsewhere.schema}".audit_entry`);
    expect(rows[0].n).toBeGreaterThanOrEqual(3);
    await verifiedNotes(one.sink);
    await elsewhere.end();
  });

  test("where the tables are not in the tool's database the call is rolled back, and its caller told nothing happened", async () => {
    const { process, effects } = await world({ sink: { schema: "not_there" } });
    const one = process();
    const reply = await one.pay(1);
    expect(reply.body).toMatchObject({ detail: "rolled_back" });
    expect(await effects()).toEqual([]);
    await one.end().catch(() => {});
  });
});
