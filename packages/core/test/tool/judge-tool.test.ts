import { describe, expect, test } from "vitest";
import type { AnyDefinition } from "../../src/tool/define-tool.js";
import { demandReachableLevel, levelOf, summarize, tierOf } from "../../src/tool/judge-tool.js";

const definition = (rest: object): AnyDefinition => ({ name: "delete_foo", ...rest }) as AnyDefinition;

describe("the tier of a call", () => {
  test("follows from the classification where none is declared", () => {
    expect(tierOf(definition({ mutates: "nothing" }), {})).toBe(1);
    expect(tierOf(definition({ category: "delete" }), {})).toBe(2);
    expect(tierOf(definition({}), {})).toBe(2);
  });

  test("is raised by a hint where it follows from the classification", () => {
    expect(tierOf(definition({ mutates: "nothing" }), {}, { destructiveHint: true })).toBe(2);
  });

  test("is the declared one, whatever classification and hints say", () => {
    expect(tierOf(definition({ tier: 1, category: "delete" }), {}, { destructiveHint: true })).toBe(1);
    expect(tierOf(definition({ tier: 2, mutates: "nothing" }), {})).toBe(2);
  });

  test("may depend on the params", () => {
    const byAmount = definition({ tier: ({ amount }: { amount: number }) => (amount > 10 ? 2 : 1) });
    expect([5, 50].map((amount) => tierOf(byAmount, { amount }))).toEqual([1, 2]);
  });

  test("is 2 where the function answers anything but 1", () => {
    for (const answer of [0, 3, "1", true, undefined, null, Number.NaN, Promise.resolve(1)]) {
      expect(tierOf(definition({ tier: () => answer }), {})).toBe(2);
    }
  });

  test("is not guessed where the function throws", () => {
    const raise = () => {
      throw new Error("mine");
    };
    expect(() => tierOf(definition({ tier: raise }), {})).toThrow("mine");
  });
});

describe("the level of a call", () => {
  test("is L1 where none is declared, else the declared one or what the function answers", () => {
    expect(levelOf(definition({}), {})).toBe("L1");
    expect(levelOf(definition({ level: "L3" }), {})).toBe("L3");
    expect(levelOf(definition({ level: ({ big }: { big: boolean }) => (big ? "L4" : "L1") }), { big: true })).toBe(
      "L4",
    );
  });

  test("does not fall to L1 where the function forgets to answer", () => {
    for (const answer of [undefined, null]) expect(levelOf(definition({ level: () => answer }), {})).not.toBe("L1");
  });

  const refusalOf = (level: string) =>
    expect.objectContaining({ code: "level_unavailable", message: expect.stringContaining(`demands ${level}`) });

  test("that is none is refused at start-up, since nothing here reaches it", () => {
    for (const isCovered of [true, false]) {
      expect(() => demandReachableLevel(definition({ level: "high" }), isCovered)).toThrow(refusalOf("high"));
    }
  });

  test.each(["L3", "L4"])("%s is refused at start-up where no policy says who decides, and only there", (level) => {
    expect(() => demandReachableLevel(definition({ level }), false)).toThrow(refusalOf(level));
    demandReachableLevel(definition({ level }), true);
  });

  test("is not refused at start-up where it is L1, L2, undeclared, or depends on the params", () => {
    for (const level of ["L1", "L2", undefined, () => "L4"]) demandReachableLevel(definition({ level }), false);
  });
});

describe("the list at start-up", () => {
  test.each<[object, object]>([
    [{ tier: () => 1 }, { tier: "by arguments", because: "declared" }],
    [{ tier: 1 }, { tier: 1, because: "declared" }],
    [
      { tier: 2, mutates: "nothing" },
      { tier: 2, because: "declared" },
    ],
    [{ category: "delete" }, { tier: 2, because: "category" }],
    [{ mutates: "nothing" }, { tier: 1, because: "harmless" }],
    [{}, { tier: 2, because: "unclassified" }],
  ])("says of %o: %o", (rest, summary) => {
    expect(summarize(definition(rest))).toEqual({ name: "delete_foo", ...summary });
  });

  test("says that a policy may ask for an approver, where the tool would run at once but for that", () => {
    const byPolicy = { name: "delete_foo", tier: 2, because: "policy" };
    for (const rest of [{ tier: 1 }, { tier: () => 1 }, { mutates: "nothing" }]) {
      expect(summarize(definition(rest), true)).toEqual(byPolicy);
    }
    expect(summarize(definition({ category: "delete" }), true)).toMatchObject({ tier: 2, because: "category" });
  });
});
