import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Contestant, Group } from "../src/harness/group.js";
import { interleave, median, rotated } from "../src/harness/interleave.js";
import { markdown } from "../src/harness/markdown.js";
import { quantile, type Trial, trial } from "../src/harness/trial.js";
import { verdicts } from "../src/harness/verdict.js";

const trialOf = (operationsPerSecond: number): Trial => ({
  operationsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicrosecondsPerOperation: 3,
});

describe("a quantile", () => {
  test("is one of the values, and at least that part of them is not above it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (values, part) => {
          const sorted = [...values].sort((a, b) => a - b);
          const value = quantile(sorted, part);
          expect(values).toContain(value);
          expect(values.filter((one) => one <= value).length).toBeGreaterThanOrEqual(values.length * part - 1e-9);
        },
      ),
    );
  });

  test("of nothing is no number", () => expect(quantile([], 0.5)).toBeNaN());
});

test("rotating keeps every contestant and puts each first in turn", () => {
  const names = ["a", "b", "c"];
  const firsts = [0, 1, 2].map((round) => rotated(names, round)[0]);
  expect(new Set(firsts)).toEqual(new Set(names));
  for (const round of [0, 1, 2, 7]) expect([...rotated(names, round)].sort()).toEqual(names);
});

describe("a trial", () => {
  test("runs every operation once and never more at a time than asked", async () => {
    const seen: number[] = [];
    let running = 0;
    let most = 0;
    await trial(
      {
        name: "counting",
        async run(index) {
          seen.push(index);
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
      },
      40,
      7,
    );
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(most).toBe(7);
  });

  test("fails with what an operation threw: a fast wrong answer is no result", async () => {
    const wrong: Contestant = { name: "wrong", run: () => Promise.reject(new Error("not consumed")) };
    await expect(trial(wrong, 4, 2)).rejects.toThrow("not consumed");
  });
});

test("an interleaved run measures each contestant in every round but the first, in turn", async () => {
  const order: string[] = [];
  const contestant = (name: string): Contestant => ({
    name,
    async prepare() {
      order.push(name);
    },
    async run() {},
  });
  const group = { name: "g", operations: () => 8 } as unknown as Group;
  const effort = { rounds: 2, concurrencies: [1], part: 1, progress: () => {} };
  const rows = await interleave(group, [contestant("a"), contestant("b")], effort);
  expect(order).toEqual(["a", "b", "b", "a", "a", "b"]);
  expect(rows.map((row) => [row.contestant, row.trials.length])).toEqual([
    ["a", 2],
    ["b", 2],
  ]);
});

describe("a goal", () => {
  const goal = { of: "ours", over: "theirs", atLeast: 2, concurrency: 64 };
  const rows = (ours: number[], theirs: number[]) => [
    { contestant: "ours", concurrency: 64, trials: ours.map(trialOf) },
    { contestant: "theirs", concurrency: 64, trials: theirs.map(trialOf) },
  ];

  test("is judged by the median of the ratios within a round, which a slow round does not move", () => {
    const [verdict] = verdicts([goal], rows([200, 20, 210], [100, 10, 100]));
    expect(verdict).toMatchObject({ ratio: 2, met: true });
  });

  test("is missed below its figure, and the table says so", () => {
    const measured = rows([150], [100]);
    const judged = verdicts([goal], measured);
    expect(judged[0]?.met).toBe(false);
    const group = { title: "T", operation: "One." } as unknown as Group;
    expect(markdown(group, measured, judged)).toContain("| ours ≥ 2.00 × theirs, 64 at a time | 1.50 × | missed |");
  });

  test("at a concurrency that was not measured has no verdict", () => {
    expect(verdicts([{ ...goal, concurrency: 1 }], rows([1], [1]))).toEqual([]);
  });
});

test("the median of an even number of values is one of them", () => expect(median([4, 1, 3, 2])).toBe(2));
