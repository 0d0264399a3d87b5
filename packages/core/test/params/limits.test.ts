import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/params/canonical-json.js";
import { limits } from "../../src/params/limits.js";
import { NotPlainJson } from "../../src/params/plain-json.js";

const nestedIn = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};
const list = (inner: unknown) => [inner];
const object = (inner: unknown) => ({ a: inner });
const ones = (count: number) => new Array(count).fill(1);

test("the limits are these, and changing one is a decision", () => {
  expect(limits).toEqual({ depth: 64, members: 10_000, chars: 262_144 });
});

describe("nesting", () => {
  test.each([
    ["lists", list],
    ["objects", object],
  ])("of %s is taken to the limit and refused one level beyond it", (_what, wrap) => {
    expect(canonicalJson(nestedIn(limits.depth, wrap))).toContain("1");
    expect(() => canonicalJson(nestedIn(limits.depth + 1, wrap))).toThrow(/nested deeper than 64 levels/);
  });

  test("counts levels, not objects", () => {
    expect(canonicalJson(new Array(limits.depth * 2).fill({}))).toContain("{}");
  });

  test("of a million levels, which JSON.parse accepts, is refused and overflows no stack", () => {
    const text = `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`;
    expect(() => canonicalJson(JSON.parse(text))).toThrow(NotPlainJson);
  });
});

describe("the number of members", () => {
  test("is counted over all levels, with elements", () => {
    expect(canonicalJson(ones(limits.members))).toHaveLength(2 * limits.members + 1);
    expect(() => canonicalJson(ones(limits.members + 1))).toThrow(/more than 10000 members/);
    const halves = { a: ones(limits.members / 2 - 1), b: ones(limits.members / 2 - 1) };
    expect(canonicalJson(halves)).toContain("1");
    expect(() => canonicalJson({ ...halves, c: 1 })).toThrow(/more than 10000 members/);
  });

  test("does not count undefined members, which are absent", () => {
    const value = Object.fromEntries(ones(limits.members + 1).map((_one, index) => [`k${index}`, undefined]));
    expect(canonicalJson(value)).toBe("{}");
  });

  test("bounds what a small object that shares its parts unfolds to", () => {
    let value: unknown[] = [1];
    for (let level = 0; level < 40; level += 1) value = [value, value];
    expect(() => canonicalJson(value)).toThrow(/more than 10000 members/);
  });
});

describe("the length", () => {
  const quotes = 2;

  test("is that of the canonical text", () => {
    const longest = "x".repeat(limits.chars - quotes);
    expect(canonicalJson(longest)).toHaveLength(limits.chars);
    expect(() => canonicalJson(`${longest}x`)).toThrow(/longer than 262144 characters/);
  });

  test("counts what escaping adds", () => {
    expect(() => canonicalJson("\u0000".repeat(limits.chars / 4))).toThrow(
      /^the value is longer than 262144 characters$/,
    );
  });

  test("is judged as soon as the texts alone exceed it, keys among them", () => {
    const half = "x".repeat(limits.chars / 2);
    expect(() => canonicalJson([half, half, "x", Number.NaN])).toThrow(/\[2\] makes the whole longer/);
    expect(() => canonicalJson({ [`${half}a`]: 1, [`${half}b`]: 1 })).toThrow(/makes the whole longer/);
  });
});
