import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/params/canonical-json.js";
import { NotPlainJson, plainJson } from "../../src/params/plain-json.js";

const refusal = (value: unknown): NotPlainJson => {
  try {
    canonicalJson(value);
  } catch (error) {
    if (error instanceof NotPlainJson) return error;
    throw error;
  }
  throw new Error("it was not refused");
};

class Money {
  amount = 5;
}
const cyclic: { list: unknown[] } = { list: [] };
cyclic.list.push({ back: cyclic });
const ring: unknown[] = [];
ring.push(ring);

// Each would otherwise get the text of another value, or none.
const unfit: [string, unknown, RegExp][] = [
  ["NaN", Number.NaN, /NaN/],
  ["Infinity", Number.POSITIVE_INFINITY, /Infinity/],
  ["-Infinity", Number.NEGATIVE_INFINITY, /-Infinity/],
  ["1e400, which JSON.parse turns into Infinity", JSON.parse("1e400"), /Infinity/],
  ["-1e400", JSON.parse("-1e400"), /-Infinity/],
  ["2^53, which JSON.parse cannot tell from 2^53 + 1", 2 ** 53, /send it as text/],
  ["-(2^53)", -(2 ** 53), /send it as text/],
  ["1e21", 1e21, /send it as text/],
  ["a BigInt", 10n, /a bigint/],
  ["a function", () => 1, /a function/],
  ["a symbol", Symbol("s"), /a symbol/],
  ["undefined", undefined, /is undefined, not JSON/],
  ["a Date", new Date(0), /a Date object/],
  ["a Map", new Map([["a", 1]]), /a Map object/],
  ["a Set", new Set([1]), /a Set object/],
  ["a RegExp", /a/, /a RegExp object/],
  ["an Error", new Error("e"), /a Error object/],
  ["a Buffer", Buffer.from("a"), /a Buffer object/],
  ["an ArrayBuffer", new ArrayBuffer(1), /a ArrayBuffer object/],
  ["a boxed number", Object(1), /a Number object/],
  ["a boxed text", Object("a"), /a String object/],
  ["a boxed boolean", Object(false), /a Boolean object/],
  ["a promise", Promise.resolve(1), /a Promise object/],
  ["an instance of a class", new Money(), /a Money object/],
  ["an object with an inherited member", Object.create({ amount: 5 }), /object, not a plain one/],
  ["an object of an unnamed class", new (class {})(), /a special object/],
  ["an object without a constructor", Object.create({ constructor: undefined }), /a special object/],
  ["a Map of another realm", runInNewContext("new Map()"), /a Map object/],
  ["an object with a symbol key", { [Symbol("s")]: 1 }, /symbol keys/],
  ["Math", Math, /symbol keys/],
  ["a cycle through objects and lists", cyclic, /refers back to itself/],
  ["a list that holds itself", ring, /refers back to itself/],
  ["a lone high surrogate", "a\ud800", /lone surrogate/],
  ["a lone low surrogate", "\udc00a", /lone surrogate/],
  ["surrogates in the wrong order", "\udc00\ud800", /lone surrogate/],
  ["a key with a lone surrogate", { "\ud800": 1 }, /lone surrogate/],
];

describe.each(unfit)("%s is refused", (_name, value, why) => {
  test("alone, as a member and as an element", () => {
    expect(refusal(value).message).toMatch(why);
    if (value !== undefined) expect(refusal({ member: value }).message).toMatch(why);
    expect(refusal([value]).message).toMatch(why);
  });
});

describe("a refusal", () => {
  test("names the place", () => {
    const places = [{ a: [{ b: Number.NaN }] }, [[1, [undefined]]], { "": Number.NaN }].map((value) => {
      const { path, message } = refusal(value);
      expect(message.startsWith(path === "" ? "the value" : path)).toBe(true);
      return path;
    });
    expect(places).toEqual(["a[0].b", "[0][1][0]", ""]);
  });

  test("of a key names the object that has it", () => {
    expect(refusal({ outer: { "\ud800": 1 } }).path).toBe("outer");
  });

  test("stays short, however long the names are", () => {
    const long = "k".repeat(1000);
    let deep: unknown = Number.NaN;
    for (let level = 0; level < 60; level += 1) deep = [...new Array(100).fill(1), deep];
    for (const value of [{ [long]: { [long]: Number.NaN } }, { [long]: [Number.NaN] }, deep]) {
      expect(refusal(value).path).toHaveLength(200);
      expect(refusal(value).message.length).toBeLessThan(300);
    }
  });

  test("is an error with a name of its own", () => {
    expect(refusal(Number.NaN)).toMatchObject({ name: "NotPlainJson", path: "" });
    expect(refusal(Number.NaN)).toBeInstanceOf(Error);
  });
});

describe("a hole in a list is refused", () => {
  test.each([
    ["first", Object.assign(new Array(2), { 1: 1 })],
    ["in the middle", Object.assign(new Array(3), { 0: 1, 2: 1 })],
    ["last", new Array(1)],
  ])("%s", (_where, list) => {
    expect(refusal(list).message).toMatch(/undefined/);
  });
});

describe("what only looks unfit is taken", () => {
  test("the largest and smallest safe integers, and numbers with a fraction of any size", () => {
    for (const value of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 52 + 0.5, 5e-324]) {
      expect(plainJson(value)).toBe(value);
    }
  });

  test("objects without a prototype, of another realm, and lists of another realm", () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(canonicalJson(runInNewContext("({ a: [1] })"))).toBe('{"a":[1]}');
  });

  test("texts with whole surrogate pairs, NUL and U+FFFD", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => plainJson(text) === text));
    expect(plainJson("\u{1f600}\u0000\ufffd")).toBe("\u{1f600}\u0000\ufffd");
  });

  test("a member named toJSON that is data, and any member named like a method", () => {
    const value = JSON.parse('{"toJSON":"x","then":1,"constructor":null}');
    expect(canonicalJson(value)).toBe('{"constructor":null,"then":1,"toJSON":"x"}');
  });
});
