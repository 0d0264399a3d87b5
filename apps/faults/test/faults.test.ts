import { expect, test } from "vitest";
import { faults } from "../src/faults.js";
import { readOptions } from "../src/options.js";
import { seeded, seedOf } from "../src/run/random.js";

const names = faults.map(({ name }) => name);

test("every fault has a name of its own, and each form makes it happen", () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { times } of faults) {
    expect(times.short).toBeGreaterThan(0);
    expect(times.long).toBeGreaterThan(times.short);
    expect(times.control).toBeGreaterThan(0);
  }
});

test("the long form makes each fault happen as often as a release demands", () => {
  const long = (part: string) => faults.filter(({ name }) => name.endsWith(part)).map(({ times }) => times.long);
  const least: Record<string, number> = {
    "redis-worker-killed": 2_000,
    "postgres-worker-killed": 2_000,
    "stopped-beyond-its-lease-then-woken": 200,
    "redis-cluster-automatic-failover-that-loses-claims": 100,
    "promotion-of-a-stale-replica": 100,
    "promotion-then-failback": 100,
    "started-from-an-older-snapshot": 200,
    "crash-with-synchronous-commit-off": 500,
    "promotion-of-a-stale-standby": 30,
    "answers-to-claims-cut-off": 600,
  };
  for (const [part, times] of Object.entries(least)) {
    expect(long(part).length, part).toBeGreaterThan(0);
    for (const one of long(part)) expect(one, part).toBeGreaterThanOrEqual(times);
  }
});

test("the same seed says the same, and each fault has one of its own", () => {
  const first = seeded(5);
  const second = seeded(5);
  expect([first(), first()]).toEqual([second(), second()]);
  expect(new Set(names.map((name) => seedOf(5, name))).size).toBe(names.length);
});

test("options that make no sense are refused", () => {
  expect(() => readOptions(["--only", "nonsense"], names)).toThrow(/--help lists them/);
  expect(() => readOptions(["--seed", "x"], names)).toThrow(/whole number/);
  expect(() => readOptions(["--times", "0"], names)).toThrow(/whole number/);
  expect(() => readOptions(["--sed", "1"], names)).toThrow();
  expect(readOptions(["--only", "redis", "--seed", "3"], names)).toMatchObject({ seed: 3, long: false });
});
