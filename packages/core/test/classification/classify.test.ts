import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Category,
  type Classification,
  type Classified,
  categories,
  classify,
  type Discloses,
  type Hints,
  type Mutates,
} from "../../src/classification/classification.js";

const mutates: Record<Mutates, true> = { nothing: true, reversible: true, destructive: true };
const discloses: Record<Discloses, true> = { nothing: true, ordinary: true, sensitive: true, capability: true };
const some = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const classification = fc.record<Classification>(
  {
    category: some<Category>(categories) as fc.Arbitrary<Category>,
    mutates: some(Object.keys(mutates) as Mutates[]) as fc.Arbitrary<Mutates>,
    discloses: some(Object.keys(discloses) as Discloses[]) as fc.Arbitrary<Discloses>,
    destructive: some([true, false]) as fc.Arbitrary<boolean>,
  },
  { requiredKeys: [] },
);
const hints = fc.record<Hints>({ destructiveHint: some([true, false]) }, { requiredKeys: [] });

describe("the rule of thumb: lost data, lost money or a ruined reputation is Tier-2", () => {
  test.each<[Classification, Classified]>([
    [{ category: "delete" }, { tier: 2, because: "category" }],
    [
      { category: "send", mutates: "nothing", discloses: "nothing" },
      { tier: 2, because: "category" },
    ],
    [{ mutates: "destructive" }, { tier: 2, because: "mutates" }],
    [{ destructive: true }, { tier: 2, because: "mutates" }],
    [
      { mutates: "nothing", discloses: "sensitive" },
      { tier: 2, because: "discloses" },
    ],
    [
      { mutates: "nothing", discloses: "capability" },
      { tier: 2, because: "discloses" },
    ],
    [
      { mutates: "nothing", discloses: "ordinary" },
      { tier: 1, because: "harmless" },
    ],
    [{ mutates: "nothing" }, { tier: 1, because: "harmless" }],
    [
      { mutates: "reversible", discloses: "nothing" },
      { tier: 1, because: "harmless" },
    ],
    [{ destructive: false }, { tier: 1, because: "harmless" }],
    [{}, { tier: 2, because: "unclassified" }],
    [{ discloses: "ordinary" }, { tier: 2, because: "unclassified" }],
  ])("%o gives %o", (given, expected) => {
    expect(classify(given)).toEqual(expected);
  });

  test.each(categories)("the category %s is Tier-2, whatever else is said", (category) => {
    fc.assert(fc.property(classification, hints, (said, h) => classify({ ...said, category }, h).tier === 2));
  });

  test("the categories are these, and a new one is a decision", () => {
    expect([...categories].sort()).toEqual(
      "access budget bulk credentials delete delivery payout refund replace revoke send sync".split(" "),
    );
  });
});

describe("what speaks for danger wins", () => {
  test("where the two ways to say it contradict each other", () => {
    expect(classify({ mutates: "reversible", destructive: true }).tier).toBe(2);
    expect(classify({ mutates: "nothing", destructive: true }).tier).toBe(2);
    expect(classify({ mutates: "destructive", destructive: false }).tier).toBe(2);
  });

  test("so that saying more never lowers a tier, unless it is the first word about what the tool changes", () => {
    const more = classification.filter((said) => said.mutates === undefined && said.destructive !== false);
    fc.assert(
      fc.property(classification, more, hints, (said, addition, h) => {
        const defined = Object.fromEntries(Object.entries(addition).filter(([key]) => !Object.hasOwn(said, key)));
        return classify({ ...said, ...defined }, h).tier >= classify(said, h).tier;
      }),
    );
  });

  test("over words that nobody knows: a misspelt value is no classification", () => {
    const misspelt = [
      { mutates: "destroys" },
      { mutates: "none" },
      { mutates: null },
      { destructive: "no" },
      { destructive: 0 },
      { mutates: "nothing", discloses: "secret" },
      { category: "deletes" },
      { category: null },
    ];
    for (const said of misspelt) expect(classify(said as never), JSON.stringify(said)).toMatchObject({ tier: 2 });
  });
});

describe("hints of a server", () => {
  test("never lower a tier, whatever the classification", () => {
    fc.assert(fc.property(classification, hints, (said, h) => classify(said, h).tier >= classify(said).tier));
  });

  test("raise a harmless tool that its author calls destructive", () => {
    expect(classify({ mutates: "reversible" }, { destructiveHint: true })).toEqual({ tier: 2, because: "hint" });
  });

  test("do nothing if they say that it is not, or claim anything else", () => {
    for (const h of [{ destructiveHint: false }, { destructiveHint: undefined }, { readOnlyHint: true }, {}]) {
      expect(classify({}, h as Hints)).toEqual({ tier: 2, because: "unclassified" });
      expect(classify({ mutates: "nothing" }, h as Hints)).toEqual({ tier: 1, because: "harmless" });
    }
  });
});
