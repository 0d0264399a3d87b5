import { expect, test } from "vitest";
import { jsonCopy } from "../../src/params/json-copy.js";

test("a copy is equal and shares nothing; what JSON does not keep is gone", () => {
  const value = { a: [{ b: 1 }], c: undefined };
  const copy = jsonCopy(value);
  expect(copy).toEqual({ a: [{ b: 1 }] });
  expect(copy).not.toHaveProperty("c");
  expect(copy.a[0]).not.toBe(value.a[0]);
});
