import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Chances, type Faulty, type Outcome, play } from "./support/chaos.js";
import { outcomeOf } from "./support/world.js";

const chances: fc.Arbitrary<Chances> = fc.record({
  calls: fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 2, maxLength: 5 }),
  handler: fc.constantFrom("succeeds", "throws", "throws after its effect", "refuses", "says NotExecuted"),
  reconciles: fc.boolean(),
  network: fc
    .array(fc.tuple(fc.constantFrom("arrives", "arrives", "request lost", "reply lost"), fc.nat({ max: 6 })), {
      maxLength: 8,
    })
    .map((spells) => spells.flatMap(([fate, times]) => Array<typeof fate>(times).fill(fate))),
  pausesMs: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(0, 10) },
      { weight: 1, arbitrary: fc.constantFrom(300, 1_500, 4_000) },
    ),
    { minLength: 1, maxLength: 20 },
  ),
});

const notExecuted = new Set(["not_executed", "not_possible", "not_executed/duplicates_unknown"]);
const allowed = new Set([
  "ok",
  "failed",
  ...notExecuted,
  "store_unavailable",
  "unknown_or_used/in_flight",
  "unknown_or_used/in_doubt",
]);

/** The promise of the contract, said of one run; answers what is broken. */
function brokenPromise({ starts, effects, replies, last }: Outcome): string | undefined {
  const all = [...replies, last];
  const oks = all.filter(({ status }) => status === "ok");
  const outcomes = all.map(outcomeOf);
  if (starts > 1) return `${starts} starts`;
  if (oks.length > 0 && effects === 0) return "an ok without an effect";
  if (!oks.every(({ body }) => isDeepStrictEqual(body, oks[0]?.body))) return "two different ok answers";
  if (effects > 0 && outcomes.some((outcome) => notExecuted.has(outcome))) return "not executed, with an effect";
  if (replies.filter(({ status, replayed }) => status === "ok" && !replayed).length > 1) return "two first answers";
  const odd = outcomes.find((outcome) => !allowed.has(outcome));
  return odd && `the answer ${odd}`;
}

const keepsItsPromise = (faulty: Faulty) =>
  fc.asyncProperty(fc.scheduler(), chances, async (s, chances) => {
    expect(brokenPromise(await play(s, chances, faulty))).toBeUndefined();
  });

const asItIs: Faulty = (store) => store;

/** Looks first and writes afterwards, as a store without a compare-and-set would. */
const getThenSet: Faulty = (store, s) => ({
  name: "get then set",
  insert: (id, write) => store.insert(id, write),
  async swap(id, tag, write, condition) {
    const before = await store.get(id);
    await s.schedule(Promise.resolve(), "between get and set");
    if (before?.tag !== tag) return store.swap(id, tag, write, condition);
    const now = await store.get(id);
    return store.swap(id, now?.tag ?? tag, write, { deadline: "any", history: "any" });
  },
  get: (id) => store.get(id),
  list: (kind, page) => store.list(kind, page),
  sweep: (page) => store.sweep(page),
});

test("in any order of steps, with replies lost and time passing, a token starts once and has one answer", async () => {
  await fc.assert(keepsItsPromise(asItIs), { numRuns: 300 });
}, 120_000);

test("the property above notices a store whose swap is not atomic", async () => {
  const { failed, errorInstance } = await fc.check(keepsItsPromise(getThenSet), { numRuns: 300, endOnFailure: true });
  // Which promise it breaks first depends on the run: two starts, an answer without one, or an effect denied.
  expect([failed, String(errorInstance)]).toEqual([true, expect.stringMatching(/to be undefined/)]);
}, 120_000);
