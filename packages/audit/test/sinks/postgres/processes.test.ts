import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresSink } from "../../../src/sinks/postgres/index.js";
import { startAppender } from "../support/appender.js";
import { faultIn, notes, verifiedNotes } from "../support/notes.js";
import { type Opened, openPool } from "./clients.js";

const url = inject("databaseUrl");
let opened: Opened & { readonly client: pg.Pool };
beforeAll(async () => {
  opened = await openPool(url, 16);
});
afterAll(() => opened.end());

test("processes killed at random share one chain that lacks nothing acknowledged", async () => {
  const { schema } = opened;
  const member = async (index: number) => {
    const lives = [];
    for (const isLast of [false, true]) {
      const options = { url, schema, name: `p${index}-${isLast}`, count: isLast ? 30 : 100_000 };
      const appender = startAppender(options, "pg-appender.mjs");
      lives.push(appender);
      if (isLast) break;
      await appender.reaches(1);
      await sleep(Math.random() * 200);
      appender.signal("SIGKILL");
      await appender.ended;
    }
    const [, last] = lives;
    expect(await last?.ended).toMatchObject({ code: 0 });
    return lives.flatMap((appender) => appender.acknowledged());
  };
  const acknowledged = (await Promise.all([0, 1, 2, 3].map(member))).flat();
  const said = await verifiedNotes(postgresSink(opened));
  expect(said).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(said).size).toBe(said.length);
});

test("control: without the row's lock, and without the key, the chain forks", async () => {
  const other = await openPool(url, 16);
  const { schema, run } = other;
  const [row] = await run(`SELECT pg_get_functiondef('"${schema}".audit_append'::regproc) AS text`);
  await run(String(row?.text).replaceAll("FOR UPDATE", ""));
  await run(`ALTER TABLE "${schema}".audit_entry DROP CONSTRAINT audit_entry_pkey`);
  const sinks = Array.from({ length: 8 }, () => postgresSink(other));
  await sinks[0]?.append(notes("first"));
  let fault = "none";
  for (let round = 0; round < 50 && fault === "none"; round += 1) {
    await Promise.allSettled(sinks.map((sink, index) => sink.append(notes(`${round}.${index}`))));
    fault = await faultIn(postgresSink(other));
  }
  expect(fault).toBe("forked");
  await other.end();
});
