import { expect, test } from "vitest";
import { isRefused, isVerbatim, refuse, verbatim } from "../../src/tool/outcome.js";

test("a refusal is known by its text", () => {
  expect(isRefused(refuse("No such foo"))).toBe(true);
  expect(isRefused(refuse(""))).toBe(true);
  for (const other of [{}, { refused: undefined }, { refused: true }, { message: "refused" }]) {
    expect(isRefused(other)).toBe(false);
  }
});

test("a tool's own result is known by being an object", () => {
  expect(isVerbatim(verbatim({ content: [] }))).toBe(true);
  for (const other of [{}, { verbatim: null }, { verbatim: undefined }, { verbatim: "text" }]) {
    expect(isVerbatim(other)).toBe(false);
  }
});
