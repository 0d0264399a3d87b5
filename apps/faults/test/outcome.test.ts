import { describe, expect, test } from "vitest";
import { markdown } from "../src/report/markdown.js";
import { held, type Outcome, problemsOf } from "../src/run/outcome.js";
import { none } from "../src/run/tally.js";

const fault = { name: "redis-x", store: "Redis", fault: "x", without: "no guard", shownBy: "doubled" as const };
const guarded = { ...none, faults: 2, struck: 2_040, inDoubt: 3 };
const control = { ...none, faults: 1, struck: 20, doubled: 19 };
const outcome = (over: Partial<Outcome> = {}): Outcome => ({ fault, seed: 7, tookMs: 1, guarded, control, ...over });

describe("a fault has held only if the guarded run was clean and the control showed it", () => {
  test.each<[string, Outcome, string[]]>([
    ["nothing doubled or lost", outcome(), []],
    ["something doubled", outcome({ guarded: { ...guarded, doubled: 1 } }), ["1 doubled"]],
    ["something lost", outcome({ guarded: { ...guarded, lost: 4 } }), ["4 lost"]],
    ["nothing was struck", outcome({ guarded: { ...guarded, struck: 0 } }), ["the fault struck nothing"]],
    ["a control that showed nothing", outcome({ control: { ...control, doubled: 0 } }), ["the control showed nothing"]],
  ])("%s", (_name, one, problems) => {
    expect(problemsOf(one)).toEqual(problems);
    expect(held(one)).toBe(problems.length === 0);
  });

  test("one that was not run to its end has not held", () => {
    const { control: _control, ...unfinished } = outcome();
    expect(held({ ...unfinished, failure: "a worker ended" })).toBe(false);
    expect(held(unfinished)).toBe(false);
  });
});

test("the table has a line for each fault, and says below it what is wrong", () => {
  const text = markdown([outcome(), outcome({ guarded: { ...guarded, lost: 1 } })]);
  expect(text).toContain("| Redis | x | 2 | 2,040 | 0 | 0 | 3 | no guard: 19 of 20 doubled | 7 |");
  expect(text).toMatch(/What is wrong:\n\n- redis-x: 1 lost$/);
  expect(markdown([outcome()])).not.toContain("wrong");
});
