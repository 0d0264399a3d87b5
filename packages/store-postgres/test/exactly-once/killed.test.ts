import { anyPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killRuns } from "./support/kills.js";

// More of them: EXACTLY_ONCE_KILLS=2000. The same ones again: EXACTLY_ONCE_SEED=… (instants still depend on the machine).
const runs = Number(process.env.EXACTLY_ONCE_KILLS ?? 60);
const seed = Number(process.env.EXACTLY_ONCE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const longestMs = Math.max(300_000, runs * 4_000);

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

test(
  `${runs} processes killed at random instants of a call (seed ${seed}): one effect each, and no doubt`,
  async () => {
    const tally = await killRuns({ url: server.url, runs, seed, guard: true });
    console.log(`seed ${seed}, one transaction:`, tally);
    expect(tally).toMatchObject({ runs, doubled: 0, lost: 0, inDoubt: 0 });
    expect(tally.killed).toBeGreaterThan(0);
    expect(tally.killedBeforeEffect).toBeGreaterThan(0);
  },
  longestMs,
);

test(
  "the control: in three transactions some of them are in doubt",
  async () => {
    const tally = await killRuns({ url: server.url, runs: Math.max(20, Math.floor(runs / 10)), seed, guard: false });
    console.log(`seed ${seed}, three transactions:`, tally);
    expect(tally.inDoubt + tally.doubled).toBeGreaterThan(0);
  },
  longestMs,
);
