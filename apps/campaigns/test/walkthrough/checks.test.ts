import { describe, expect, test } from "vitest";
import { Checks } from "../../src/walkthrough/checks.js";
import { Page } from "../../src/walkthrough/page.js";

const silent = () => new Checks(new Page({ write: () => true }));

test("what holds passes, anything else differs", () => {
  const checks = silent();
  checks.holds("yes", true);
  checks.holds("no", false);
  expect([checks.passed, checks.differences]).toEqual([1, [{ chapter: "", what: "no" }]]);
});

describe("a check", () => {
  test.each([
    ["equal texts", "a", "a"],
    ["a text that matches", "Token expires in 5 minutes", /in 5 minutes$/],
    ["objects, whatever the order of their members", { a: 1, b: [2] }, { b: [2], a: 1 }],
    ["nothing, where nothing is expected", undefined, undefined],
  ])("passes on %s", (_what, shown, expected) => {
    const checks = silent();
    checks.expect("it", shown, expected);
    checks.same("it", shown, expected);
    expect([checks.passed, checks.differences]).toEqual([2, []]);
  });

  test.each([
    ["another text", "a", "b"],
    ["a text that does not match", "in 5 hours", /minutes/],
    ["no text at all, where one must match", undefined, /minutes/],
    ["a number for a text", 12, "12"],
    ["a member too many", { a: 1, b: 2 }, { a: 1 }],
    ["a member too few", { a: 1 }, { a: 1, b: 2 }],
    ["an undefined member for an absent one", { a: undefined }, {}],
    ["true for a truth of another type", 1, true],
  ])("differs on %s", (_what, shown, expected) => {
    const checks = silent();
    checks.chapter = "chapter";
    checks.expect("it", shown, expected);
    checks.same("it", shown, expected);
    expect(checks.passed).toBe(0);
    expect(checks.differences).toEqual(Array(2).fill({ chapter: "chapter", what: "it" }));
  });
});
