import { expect, test } from "vitest";
import { type Check, checks, failureTests, runCheck } from "../src/checks.js";
import { subjectOf } from "./support/reference-subject.js";

const aCheck = (run: Check["run"]): Check => ({ test: "one-request", name: "a check", run });

test("each check gets a subject of its own, and it is closed however the check ended", async () => {
  let [made, closed] = [0, 0];
  const make = async () => {
    made += 1;
    const close = async () => {
      closed += 1;
    };
    return { ...(await subjectOf()()), close };
  };
  await runCheck(
    aCheck(async () => {}),
    make,
  );
  const failing = aCheck(() => Promise.reject(new Error("two were opened")));
  await expect(runCheck(failing, make)).rejects.toThrow(/^First calls for the same .*\ntwo were opened$/s);
  expect([made, closed]).toEqual([2, 2]);
});

test("sizes that are not given are the ones that are promised", async () => {
  const seen: unknown[] = [];
  const looking = aCheck(async (_, sizes) => void seen.push(sizes));
  await runCheck(looking, subjectOf(), { rounds: 3 });
  expect(seen).toEqual([{ operations: 200, firstCalls: 64, rounds: 3, persistMs: 500, settleWithinMs: 10_000 }]);
});

test("the seven failure tests of the seed stand first, in its order, and every test has a check", () => {
  const seven = Array.from({ length: 7 }, (_, index) => `seed 002, failure test ${index + 1}`);
  expect(
    Object.values(failureTests)
      .map(({ source }) => source)
      .slice(0, 7),
  ).toEqual(seven);
  expect([...new Set(checks.map((check) => check.test))]).toEqual(Object.keys(failureTests));
});

test("no two checks have the same name", () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});
