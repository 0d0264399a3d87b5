import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/params/canonical-json.js";
import { deepFreeze, json, shuffled } from "../support/json.js";

describe("canonical JSON is RFC 8785", () => {
  test("for every value that JSON-RPC can carry, byte for byte as another implementation writes it", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 3000 },
    );
  });

  test("for the RFC's own example of literals, numbers and texts", () => {
    const value = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test("for the RFC's own example of sorting, by UTF-16 units and not by code points or locale", () => {
    const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 };
    const keys = [...canonicalJson(value).matchAll(/:(\d)/g)].map(([, number]) => number);
    expect(keys.join("")).toBe("2467153");
  });

  test("and keys that look like numbers are sorted as text", () => {
    expect(canonicalJson(JSON.parse('{"9":1,"10":2,"1":3,"01":4,"-1":5}'))).toBe('{"-1":5,"01":4,"1":3,"10":2,"9":1}');
  });
});

describe("canonical JSON depends on the value alone", () => {
  test("and never on the order of keys, at any depth", () => {
    fc.assert(
      fc.property(json.any, fc.nat(), (value, order) => {
        expect(canonicalJson(shuffled(value, order))).toBe(canonicalJson(value));
      }),
    );
  });

  test("so it is its own canonical form once parsed", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test("and leaves the value as it was", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        const before = JSON.stringify(value);
        canonicalJson(deepFreeze(value));
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});

describe("canonical JSON of what is not quite JSON", () => {
  test("leaves undefined members out, as JSON.stringify does", () => {
    expect(canonicalJson({ b: undefined, a: { c: undefined } })).toBe('{"a":{}}');
  });

  test("writes minus zero as zero", () => {
    expect(canonicalJson([-0])).toBe("[0]");
  });

  test("keeps absent, null and empty apart", () => {
    const texts = [{}, { a: null }, { a: "" }, { a: [] }, { a: {} }].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("writes an object that stands in two places twice", () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, { shared }, shared])).toBe('[{"a":1},{"shared":{"a":1}},{"a":1}]');
  });

  test("reads only what an object owns and enumerates", () => {
    const value = Object.create(null, { seen: { value: 1, enumerable: true }, hidden: { value: 2 } });
    expect(canonicalJson(value)).toBe('{"seen":1}');
  });
});
