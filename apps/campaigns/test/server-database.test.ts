import { randomBytes } from "node:crypto";
import { anyPostgres } from "@holdpoint/test-servers";
import { auditLog, type ChainedEntry, type Sink, verifyLog } from "@holdpoint/tier2-audit";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordsSchema } from "../src/database/database.js";
import { openServerDatabase } from "../src/database/open-server-database.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { deployment } from "../src/server/deployment.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { examples } from "../src/walkthrough/examples.js";

const startUpMs = 120_000;
const requester = { tokenId: "token-1", subject: "operator" };
const schema = `campaigns_test_${randomBytes(4).toString("hex")}`;
let server: Awaited<ReturnType<typeof anyPostgres>>;
let admin: Pool;
beforeAll(async () => {
  server = await anyPostgres();
  admin = new Pool({ connectionString: server.url });
  admin.on("error", () => {}); // the server may stop before its connections have said goodbye
}, startUpMs);
afterAll(async () => {
  await admin.query(`drop schema if exists ${schema}, ${recordsSchema(schema)} cascade`);
  await admin.end();
  await server.close();
});

const schemas = async () =>
  (await admin.query("select nspname from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1")).rows;

describe("a Postgres server", () => {
  test("is set up by any number of processes that start at once, in two schemas of the example's own", async () => {
    const before = await schemas();
    const opened = await Promise.all(Array.from({ length: 6 }, () => openServerDatabase({ url: server.url, schema })));
    const texts = await Promise.all(opened.map(databaseText));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Black Friday FR");
    const added = (await schemas()).filter(({ nspname }) => !before.some((known) => known.nspname === nspname));
    expect(added.map(({ nspname }) => nspname)).toEqual([schema, recordsSchema(schema)]);
    await Promise.all(opened.map(({ close }) => close()));
  });

  test("is not touched under a name that would have to be quoted", async () => {
    await expect(openServerDatabase({ url: server.url, schema: 'x"; drop' })).rejects.toThrow("no plain schema name");
  });

  test("runs every Tier-2 tool once, when its confirm call comes to two processes at the same time", async () => {
    const opened = await Promise.all([1, 2].map(() => openServerDatabase({ url: server.url, schema })));
    const vault = passwordVault(randomBytes(32));
    const logs = opened.map(({ auditSink }) => auditLog({ sink: auditSink as Sink }));
    const processes = opened.map((database, at) => {
      const { journal, onEvent } = logs[at] as (typeof logs)[number];
      return deployment({ database, vault, engine: { journal, onEvent } });
    });
    for (const { address } of processes) address.url = "http://127.0.0.1:1";
    const call = (at: number, name: string, args: object) => {
      const { engine, tier2 } = processes[at % 2] as (typeof processes)[number];
      const tool = tier2.find((candidate) => candidate.name === name);
      if (!tool) throw new Error(`No tool ${name}`);
      return engine.call(tool, args, { requester });
    };
    const once: string[] = [];
    for (const [name, { args }] of Object.entries(examples)) {
      const { body } = await call(0, name, args);
      if (body.status !== "confirmation_required") throw new Error(`${name}: ${JSON.stringify(body)}`);
      const confirmed = { ...args, confirm_token: body.confirm_token };
      const replies = await Promise.all([0, 1, 2, 3].map((at) => call(at, name, confirmed)));
      expect(
        replies.map((reply) => reply.body.status),
        name,
      ).toEqual(Array(4).fill("ok"));
      if (replies.filter(({ replayed }) => !replayed).length === 1) once.push(name);
    }
    expect(once).toEqual(Object.keys(examples));
    const [{ count }] = (await admin.query(`select count(*)::int from ${schema}.operations`)).rows as [
      { count: number },
    ];
    expect(count).toBe(once.filter((name) => !outside.test(name)).length);
    for (const { engine } of processes) await engine.close();
    for (const log of logs) await log.close();
    const { auditSink } = opened[0] as { auditSink: Sink };
    const endings: string[] = [];
    const onEntry = ({ entry }: ChainedEntry) => {
      const { type, tool } = entry.body as { type: string; tool: string };
      if (type === "completed") endings.push(tool);
    };
    expect(await verifyLog(() => auditSink.read(), { onEntry })).toMatchObject({ ok: true });
    expect(endings).toEqual(once); // of both processes, on one chain
    await Promise.all(opened.map(({ close }) => close()));
  });
});

/** The others leave a row in the ledger, in the transaction of their effect. */
const outside = /source_campaign|scale_plan|native_order/;
