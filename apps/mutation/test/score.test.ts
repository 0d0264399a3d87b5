import type { MutantResult } from "@stryker-mutator/api/core";
import { expect, test } from "vitest";
import { markdownOf } from "../src/markdown.js";
import { percentOf, scoreOf } from "../src/score.js";

const result = (status: MutantResult["status"], replacement = "{}"): MutantResult => ({
  id: "1",
  fileName: "/tree/packages/core/src/params/limits.ts",
  mutatorName: "BlockStatement",
  location: { start: { line: 9, column: 0 }, end: { line: 12, column: 1 } },
  replacement,
  status,
});

const results = (...statuses: MutantResult["status"][]) => statuses.map((status) => result(status));

test("a change that a test failed on, or never came back from, was noticed", () => {
  expect(scoreOf(results("Killed", "Timeout"), "/tree")).toEqual({ noticed: 2, survived: [], leftOut: 0 });
});

test("a change that no test came by has survived, as has one that all tests passed with", () => {
  const { survived } = scoreOf(results("Survived", "NoCoverage"), "/tree");
  expect(survived.map(({ kind }) => kind)).toEqual(["BlockStatement", "BlockStatement, no test comes by"]);
});

test("a change that does not compile counts neither way", () => {
  const score = scoreOf(results("CompileError", "RuntimeError", "Ignored", "Killed"), "/tree");
  expect(score).toMatchObject({ noticed: 1, leftOut: 3 });
  expect(percentOf(score)).toBe(100);
});

test("the score is the part that was noticed", () => {
  expect(percentOf(scoreOf(results("Killed", "Killed", "Killed", "Survived"), "/tree"))).toBe(75);
});

test("a survivor is told by its place from the top of the tree, and by what stood there instead", () => {
  const text = markdownOf([["canonical", scoreOf([result("Survived", "a | `b`")], "/tree")]]);
  expect(text).toContain("| canonical | 1 | 0 | 1 | 0.0 % |");
  expect(text).toContain("| packages/core/src/params/limits.ts:9 | BlockStatement | `a \\| 'b'` |");
});
