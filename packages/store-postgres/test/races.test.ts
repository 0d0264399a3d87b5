import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { consume, issue } from "./support/tokens.js";

/** HOLDPOINT_RACE_TOKENS=1500 for a long run. */
const tokens = Number(process.env.HOLDPOINT_RACE_TOKENS ?? 300);

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"), { max: 16 });
});
afterAll(() => opened.end());

const issued = (count: number) => {
  const store = postgresStore(opened);
  return Promise.all(Array.from({ length: count }, () => issue(store)));
};

test(`16 connections claim ${tokens} tokens: one wins each, and every loser is shown the winner`, async () => {
  const store = postgresStore(opened);
  const ids = await issued(tokens);
  let winners = 0;
  const wrong: unknown[] = [];
  for (const id of ids) {
    const claims = Array.from({ length: 16 }, (_, claim) => String(claim));
    const swaps = await Promise.all(claims.map((claim) => consume(store, id, claim)));
    const won = swaps.flatMap((swap) => (swap.ok ? swap.record.tag : []));
    winners += won.length;
    wrong.push(...swaps.filter((swap) => !swap.ok && (swap.why !== "tag" || swap.record.tag !== won[0])));
  }
  expect(winners).toBe(tokens);
  expect(wrong).toEqual([]);
});

test("control: update, else select, in one statement shows losers the record from before the race", async () => {
  const ids = await issued(100);
  let stale = 0;
  for (const id of ids) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, claim) =>
        opened.run(
          `WITH won AS (UPDATE "${opened.schema}".record SET tag = 'in_flight ${claim}' WHERE id = '${id}' AND tag = 'pending'
            RETURNING tag) SELECT tag FROM won UNION ALL
            SELECT tag FROM "${opened.schema}".record WHERE id = '${id}' AND NOT EXISTS (SELECT FROM won)`,
        ),
      ),
    );
    stale += answers.flat().filter(({ tag }) => tag === "pending").length;
  }
  expect(stale).toBeGreaterThan(0);
});

test("4 processes race for 1,000 tokens: each token is consumed exactly once", async () => {
  const ids = await issued(1_000);
  const racers = Array.from({ length: 4 }, () =>
    fork(new URL("child/racer.mjs", import.meta.url), [inject("databaseUrl"), opened.schema]),
  );
  await Promise.all(racers.map((racer) => once(racer, "message"))); // connected
  const results = racers.map((racer) => once(racer, "message") as Promise<[{ won: string[]; lost: number }]>);
  for (const racer of racers) racer.send(ids);
  const ended = (await Promise.all(results)).map(([result]) => result);
  await Promise.all(racers.map((racer) => (racer.exitCode === null ? once(racer, "exit") : undefined)));
  expect(ended.flatMap(({ won }) => won).sort()).toEqual([...ids].sort());
  expect(ended.reduce((sum, { lost }) => sum + lost, 0)).toBe(3 * ids.length);
});
