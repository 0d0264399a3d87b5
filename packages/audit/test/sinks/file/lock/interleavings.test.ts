import fc from "fast-check";
import { expect, test } from "vitest";
import { Interleaving } from "../../support/interleaving.js";

/** The same numbers for the same seed, so that an order that fails can be played again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const orders = Number(process.env.HOLDPOINT_AUDIT_ORDERS ?? 60);

test(`in ${orders} orders of all steps of six members, some asleep for long and some dying, one at a time holds the lock`, async () => {
  let turns = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const played = new Interleaving(randomOf(seed));
      await played.play({ members: 6, steps: 4_000, deaths: 3 });
      turns += played.turns;
      expect(played.most).toBe(1);
    }),
    { numRuns: orders, endOnFailure: true },
  );
  expect(turns).toBeGreaterThan(orders * 20);
});

test("control: in some of them there would be two, if nobody looked again after its claim", async () => {
  let most = 0;
  for (let seed = 1; seed < 500 && most < 2; seed += 1) {
    const played = new Interleaving(randomOf(seed), { trusting: true });
    await played.play({ members: 6, steps: 4_000, deaths: 3 });
    most = played.most;
  }
  expect(most).toBe(2);
});
