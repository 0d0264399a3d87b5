import { anyPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killRuns } from "./support/kills.js";

// More of them: EXACTLY_ONCE_KILLS=2000. The same ones again: EXACTLY_ONCE_SEED=… (instants still depend on the machine).
const kills = Number(process.env.EXACTLY_ONCE_KILLS ?? 40);
const seed = Number(process.env.EXACTLY_ONCE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const longestMs = Math.max(300_000, kills * 6_000);

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

test(
  `${kills} processes killed at random instants of a call (seed ${seed}): one effect each, and no doubt`,
  async () => {
    const tally = await killRuns({ url: server.url, kills, seed, guard: true });
    console.log(`seed ${seed}, one transaction:`, tally);
    expect(tally).toMatchObject({ killed: kills, doubled: 0, lost: 0, inDoubt: 0 });
    expect(tally.killedBeforeEffect).toBeGreaterThan(0);
  },
  longestMs,
);

test(
  "the control: in three transactions some of them are in doubt",
  async () => {
    const tally = await killRuns({ url: server.url, kills: Math.max(20, Math.floor(kills / 10)), seed, guard: false });
    console.log(`seed ${seed}, three transactions:`, tally);
    expect(tally.inDoubt + tally.doubled).toBeGreaterThan(0);
  },
  longestMs,
);
