import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collectionOf } from "../../src/index.js";
import { stateOf } from "../../src/tool/state-of.js";

const rule = "inactive contractors";
const digest = (ids: Iterable<string | number | bigint>) => collectionOf(ids, rule).idDigest;
const anId = fc.oneof(fc.string(), fc.maxSafeInteger());

describe("a collection", () => {
  test("is its rule, how many items, and a digest of their ids", () => {
    expect(collectionOf([3, 1, 2], rule)).toEqual({
      selection: rule,
      count: 3,
      idDigest: expect.stringMatching(/^c1\.[\w-]{43}$/),
    });
    expect(collectionOf([], rule)).toMatchObject({ count: 0 });
    expect(collectionOf(new Set(["a"]), rule)).toMatchObject({ count: 1 });
  });

  test("is the same in any order and however often an id is named", () => {
    fc.assert(
      fc.property(fc.array(anId), fc.infiniteStream(fc.nat()), (ids, chance) => {
        const shuffled = [...ids, ...ids.slice(0, 3)]
          .map((id) => ({ id, at: chance.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ id }) => id);
        expect(collectionOf(shuffled, rule)).toEqual(collectionOf(ids, rule));
      }),
    );
  });

  test("is another one as soon as one id is another", () => {
    const set = fc.uniqueArray(anId);
    fc.assert(
      fc.property(set, set, (a, b) => {
        const same = a.length === b.length && a.every((id) => b.includes(id));
        expect(digest(a) === digest(b)).toBe(same);
      }),
    );
  });

  test.each<[string, (string | number | bigint)[], (string | number | bigint)[]]>([
    ["a text from the number it spells", ["7"], [7]],
    ["two ids from the one that both make", ["a", "b"], ["a\nb"]],
    ["quotes from what is quoted", ['"a"'], ["a"]],
    ["halves of a character", ["\ud800"], ["\udfff"]],
    ["no id from an empty one", [], [""]],
  ])("tells %s", (_what, a, b) => expect(digest(a)).not.toBe(digest(b)));

  test("takes a BigInt for the number that it is", () => expect(digest([7n, 8])).toBe(digest([7, 8n])));

  test.each<unknown>([[null], [undefined], [{ id: 7 }], [1.5], [2 ** 53], [Number.NaN], [true]])(
    "refuses %j, which is no id",
    (id) => {
      expect(() => digest([id] as never)).toThrow(expect.objectContaining({ code: "invalid_setup" }));
    },
  );

  test.each<unknown>([undefined, "", "  ", 7])("refuses %j for a rule", (given) => {
    expect(() => collectionOf([1], given as string)).toThrow(expect.objectContaining({ code: "invalid_setup" }));
  });
});

describe("the state of a preview", () => {
  const material = collectionOf([1, 2], rule);

  test("is nothing where it names neither a version nor a collection", () => {
    expect(stateOf({})).toBeUndefined();
    expect(stateOf({ material: { count: 2, selection: rule } })).toBeUndefined();
  });

  test("differs with each part of it", () => {
    const states = [
      ...[{}, { stateVersion: "v1" }, { stateVersion: "v2" }, { stateVersion: "" }, { material }],
      { stateVersion: "v1", material },
      { material: collectionOf([1, 3], rule) },
      { material: collectionOf([1, 2], "all contractors") },
      { material: { ...material, count: 3 } },
      { stateVersion: JSON.stringify([null, rule, 2, material.idDigest]) },
    ].map(stateOf);
    expect(new Set(states).size).toBe(states.length);
  });

  test("does not differ with facts that are no part of it", () => {
    expect(stateOf({ material: { ...material, target: "x" } })).toBe(stateOf({ material }));
  });
});
