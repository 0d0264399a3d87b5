import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/params/canonical-json.js";
import { paramsHash } from "../../src/params/params-hash.js";
import type { Json } from "../../src/params/plain-json.js";
import { platform } from "../../src/platform.js";
import { json } from "../support/json.js";

type Edit = (value: Json) => Json;
const ofText = (edit: (value: string) => Json) => (value: Json) => (typeof value === "string" ? edit(value) : value);
const ofNumber = (edit: (value: number) => Json) => (value: Json) => (typeof value === "number" ? edit(value) : value);
const ofList = (edit: (value: Json[]) => Json) => (value: Json) => (Array.isArray(value) ? edit(value) : value);
const ofObject = (edit: (members: [string, Json][]) => Json) => (value: Json) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? edit(Object.entries(value)) : value;
const firstRenamed = (name: (key: string) => string) =>
  ofObject((members) =>
    Object.fromEntries(members.map(([key, inner], index) => [index === 0 ? name(key) : key, inner])),
  );

/** Edits that a careless canonical form does not see, each with a value that it changes. */
const edits: [string, Json, Edit][] = [
  ["a number as text", 1, ofNumber(String)],
  ["a text as number", "1", ofText((value) => (/^\d{1,9}$/.test(value) ? Number(value) : value))],
  ["a text as the null it spells", "null", ofText((value) => (value === "null" ? null : value))],
  ["a text as the object it spells", "{}", ofText((value) => (value === "{}" ? {} : value))],
  ["null as text", null, (value) => value ?? "null"],
  ["null for absent", {}, ofObject((members) => ({ ...Object.fromEntries(members), extra: null }))],
  ["empty for absent", {}, ofObject((members) => ({ ...Object.fromEntries(members), "": "" }))],
  ["an empty list for an empty object", {}, ofObject((members) => members.map(([, inner]) => inner))],
  ["an object for a list", ["a"], ofList((list) => Object.fromEntries(Object.entries(list)))],
  ["a list one level deeper", [1], ofList((list) => [list])],
  ["a list one level higher", [[1]], ofList((list) => list.flat(1) as Json[])],
  ["a list joined", ["a", "b"], ofList((list) => [list.join(",")])],
  ["a list in another order", [1, 2], ofList((list) => [...list].reverse())],
  ["a list with a null more", [], ofList((list) => [...list, null])],
  ["a member less", { a: 1 }, ofObject((members) => Object.fromEntries(members.slice(1)))],
  ["a member by a longer name", { a: 1 }, firstRenamed((key) => `${key}\u0000`)],
  ["a member by another normal form", { "\u00e9": 1 }, firstRenamed((key) => key.normalize("NFD"))],
  ["a member by the name __proto__", { a: {} }, firstRenamed(() => "__proto__")],
  ["a member by a number's name", { "01": 1 }, firstRenamed((key) => String(Number(key)))],
  ["a text in another normal form", "\u00e9", ofText((value) => value.normalize("NFD"))],
  ["a text in another letter case", "a", ofText((value) => value.toUpperCase())],
  ["a text with a space more", "a", ofText((value) => `${value} `)],
  ["a text with its escapes written out", "\n", ofText((value) => JSON.stringify(value).slice(1, -1))],
  ["a number of the other sign", 1, ofNumber((value) => -value)],
  ["the next number", 1, ofNumber((value) => (Math.abs(value) < 2 ** 52 ? value + 1 : value))],
  ["a number a hair larger", 0.1, ofNumber((value) => (Math.abs(value) < 1 ? value + 2 ** -52 : value))],
];

/** The edit, applied at the n-th place of the value. */
function editedAt(value: Json, edit: Edit, place: { left: number }): Json {
  place.left -= 1;
  if (place.left < 0) return place.left === -1 ? edit(value) : value;
  if (Array.isArray(value)) return value.map((element) => editedAt(element, edit, place));
  return ofObject((members) => Object.fromEntries(members.map(([key, inner]) => [key, editedAt(inner, edit, place)])))(
    value,
  );
}

const pair = fc
  .tuple(json.any, fc.constantFrom(...edits), fc.nat({ max: 12 }))
  .map(([a, [, , edit], left]) => ({ a, b: editedAt(a, edit, { left }) }));

/** By JavaScript's own comparison; minus zero, which no JSON text tells from zero, counts as zero. */
const equal = (a: Json, b: Json) => isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));

describe("two values have the same canonical text exactly if they are equal", () => {
  test.each(edits)("%s: another text", (_name, value, edit) => {
    expect(equal(value, edit(value))).toBe(false);
    expect(canonicalJson(edit(value))).not.toBe(canonicalJson(value));
  });

  test("a value and the same value with one such edit, anywhere", () => {
    fc.assert(
      fc.property(pair, ({ a, b }) => (canonicalJson(a) === canonicalJson(b)) === equal(a, b)),
      { numRuns: 20_000 },
    );
  });

  test("two values that have nothing to do with each other", () => {
    fc.assert(fc.property(json.any, json.any, (a, b) => (canonicalJson(a) === canonicalJson(b)) === equal(a, b)));
  });

  test("and so have their hashes under one token", () => {
    const hash = (value: Json) => paramsHash(platform, "cfm_one", canonicalJson(value));
    fc.assert(fc.property(pair, ({ a, b }) => (hash(a) === hash(b)) === equal(a, b)));
  });
});
