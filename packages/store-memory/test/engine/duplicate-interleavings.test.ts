import type { Store } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Intercept } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { acknowledging, confirmed } from "./support/repetition.js";
import { aWorld, outcomeOf, type Process } from "./support/world.js";

/** One run: everything that is left to chance. */
interface Chances {
  /** Which of the two processes each of the same operation's confirm calls goes to; each has a token of its own. */
  readonly calls: readonly (0 | 1)[];
  readonly handler: "succeeds" | "throws";
  readonly network: readonly ("arrives" | "request lost" | "reply lost")[];
  /** Does each acknowledge the operation that ran before all of them? */
  readonly repeats: boolean;
}

const chances: fc.Arbitrary<Chances> = fc.record({
  calls: fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 2, maxLength: 5 }),
  handler: fc.constantFrom("succeeds" as const, "throws" as const),
  network: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant("arrives" as const) },
      { weight: 1, arbitrary: fc.constantFrom("request lost" as const, "reply lost" as const) },
    ),
    { maxLength: 30 },
  ),
  repeats: fc.boolean(),
});

const tooManySteps = 5_000;

/** Previews n times, then confirms every preview at once, in the order of steps that the scheduler finds. */
async function play(s: fc.Scheduler, { calls, handler, network, repeats }: Chances, faulty: (store: Store) => Store) {
  const world = aWorld();
  let hurried = false;
  const { tool, starts } = fooTool({
    async execute() {
      if (!hurried) return { message: "the one before" };
      await s.schedule(Promise.resolve(), "handler");
      if (handler === "throws") throw new Error("boom");
      return { message: "done" };
    },
  });
  const processOf = () => world.process({ store: faulty(world.store) });
  const processes: readonly [Process, Process] = [processOf(), processOf()];
  const before = repeats ? acknowledging(await confirmed(processes[0], tool)) : {};
  const tokens: string[] = [];
  for (const which of calls) tokens.push(await processes[which].preview(tool, { id: 7 }));
  hurried = true;

  let request = 0;
  const unreliable: Intercept = async ({ method, id }, apply) => {
    const fate = network[request++] ?? "arrives";
    await s.schedule(Promise.resolve(), `${method} ${id.slice(0, 2)} request`);
    if (fate === "request lost") throw new Error("request lost");
    const answer = await apply();
    await s.schedule(Promise.resolve(), `${method} ${id.slice(0, 2)} reply`);
    if (fate === "reply lost") throw new Error("reply lost");
    return answer;
  };
  for (const { connection } of processes) connection.intercept = unreliable;
  let open = calls.length;
  const confirms = calls.map((which, nth) =>
    processes[which].call(tool, { id: 7, confirm_token: tokens[nth], ...before }).finally(() => {
      open -= 1;
    }),
  );
  for (let step = 0; open > 0 || s.count() > 0; step += 1) {
    if (step > tooManySteps) throw new Error(`${open} calls never end`);
    if (s.count() > 0) await s.waitOne();
    await world.clock.advance(s.count() > 0 ? 0 : 10);
  }
  const replies = await Promise.all(confirms);
  return { starts: starts.length - (repeats ? 1 : 0), outcomes: replies.map(outcomeOf) };
}

const allowed = new Set(["ok", "failed", "duplicate", "not_executed/duplicates_unknown", "store_unavailable"]);

const runsOnce = (faulty: (store: Store) => Store) =>
  fc.asyncProperty(fc.scheduler(), chances, async (s, chances) => {
    const { starts, outcomes } = await play(s, chances, faulty);
    const lossless = chances.network.every((fate) => fate === "arrives");
    const odd = outcomes.find((outcome) => !allowed.has(outcome));
    expect(odd && `the answer ${odd}`).toBeUndefined();
    expect(`${starts} starts`).toBe(lossless || starts > 0 ? "1 starts" : "0 starts");
    if (lossless) expect(outcomes.filter((outcome) => outcome === "duplicate")).toHaveLength(chances.calls.length - 1);
  });

test("of n previews, confirmed in any order of steps and with replies lost, exactly one starts; none twice", async () => {
  await fc.assert(
    runsOnce((store) => store),
    { numRuns: 300 },
  );
}, 120_000);

test("the property above notices a store that lets two insert the same fingerprint", async () => {
  const forgetful = (store: Store): Store => ({
    name: store.name,
    insert: async (id, write) => {
      const insert = await store.insert(id, write);
      if (insert.ok || !id.startsWith("d:")) return insert;
      return { ok: true, record: { ...insert.record, tag: write.tag, state: write.state } };
    },
    swap: (id, tag, write, condition) => store.swap(id, tag, write, condition),
    get: (id) => store.get(id),
    list: (kind, page) => store.list(kind, page),
    sweep: (page) => store.sweep(page),
  });
  const { failed } = await fc.check(runsOnce(forgetful), { numRuns: 300, endOnFailure: true });
  expect(failed).toBe(true);
}, 120_000);
