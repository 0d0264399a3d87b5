import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainJson } from "../../src/params/plain-json.js";
import { deepFreeze, json } from "../support/json.js";

const objectsIn = (value: unknown): object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];

describe("the copy of a value", () => {
  test("has the same members in the same order, and reading it changes nothing", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        expect(JSON.stringify(plainJson(deepFreeze(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("shares no object with it, so that changing one leaves the other", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        const given = new Set(objectsIn(value));
        expect(objectsIn(plainJson(value)).filter((object) => given.has(object))).toEqual([]);
      }),
    );
  });

  test("holds an object that stood in two places twice", () => {
    const shared = { a: 1 };
    const [first, second] = plainJson([shared, shared]) as object[];
    expect(first).not.toBe(second);
  });

  test("has objects without a prototype, so that no name means anything", () => {
    const copy = plainJson(JSON.parse('{"a":{"__proto__":1}}')) as { a: object };
    expect(Object.getPrototypeOf(copy)).toBeNull();
    expect(Object.keys(copy.a)).toEqual(["__proto__"]);
  });
});
