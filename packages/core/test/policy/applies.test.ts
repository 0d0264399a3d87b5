import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Category, type Classification, categories } from "../../src/classification/classification.js";
import { applies, mayApply } from "../../src/policy/applies.js";
import type { PolicyFacts } from "../../src/policy/policy.js";
import { requirementFor } from "../../src/policy/requirement-for.js";
import { anyCall, anyPolicy, call, policy, required } from "../support/policies.js";

const harmless = { mutates: "nothing", discloses: "ordinary" } as const;

describe("a scope", () => {
  test("named applies to the tools it names, and to no other that looks alike", () => {
    const named = policy({ scope: "named", tools: ["purge", "refund_order"] });
    expect(["purge", "refund_order", "Purge", "purge ", "purg"].map((tool) => applies(named, call({ tool })))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test.each<[Classification, boolean | undefined, boolean]>([
    [{}, undefined, true],
    [{}, false, true],
    [{ category: "delete" }, false, true],
    [{ mutates: "destructive" }, false, true],
    [{ mutates: "destructive", destructive: false }, undefined, true],
    [{ mutates: "reversible", destructive: true }, undefined, true],
    [{ destructive: true }, false, true],
    [{ destructive: false }, undefined, false],
    [{ destructive: false }, true, true],
    [{ mutates: "nothing" }, undefined, false],
    [{ mutates: "nothing" }, true, true],
    [{ mutates: "reversible", category: "delete" }, undefined, false],
    [{ mutates: "reversible" }, true, true],
  ])("destructive, of %o with the hint %s: %s", (definition, destructiveHint, expected) => {
    const hints = { destructiveHint };
    expect(applies(policy({ scope: "destructive" }), call({ definition, hints }))).toBe(expected);
  });

  test("credential applies to calls that use one of its credentials", () => {
    const live = policy({ scope: "credential", credentials: ["live", "live-eu"] });
    const uses = (credential?: string) => applies(live, call({ material: credential ? { credential } : {} }));
    expect([uses("live"), uses("live-eu"), uses("test"), uses()]).toEqual([true, true, false, false]);
  });

  test("all applies to all, on its server only if it names one", () => {
    expect(applies(policy(), call({ definition: harmless }))).toBe(true);
    expect(applies(policy({ server: "shop" }), call())).toBe(true);
    expect(applies(policy({ server: "other" }), call())).toBe(false);
  });
});

describe("categories", () => {
  const of = (...wanted: Category[]) => policy({ categories: wanted });

  test("are those that the operator gave the tool", () => {
    expect(applies(of("refund", "delete"), call({ definition: { category: "delete" } }))).toBe(true);
    expect(applies(of("refund"), call({ definition: { category: "delete" } }))).toBe(false);
  });

  test.each(categories)("of a tool that nobody classified include %s", (category) => {
    expect(applies(of(category), call({ definition: {} }))).toBe(true);
    expect(applies(of(category), call({ definition: { mutates: "destructive" } }))).toBe(true);
    expect(applies(of(category), call({ definition: { mutates: "nothing", discloses: "sensitive" } }))).toBe(true);
    expect(applies(of(category), call({ definition: harmless }))).toBe(false);
    expect(applies(of(category), call({ definition: harmless, hints: { destructiveHint: true } }))).toBe(true);
  });
});

describe("above and when", () => {
  const above = policy({ above: { value: "100.00", currency: "EUR" } });
  const of = (value: string, currency = "EUR") => call({ material: { amount: { value, currency } } });

  test("an amount above the limit applies, as does a missing one and one in another currency", () => {
    expect([of("100.01"), of("1", "USD"), call()].map((each) => applies(above, each))).toEqual([true, true, true]);
    expect([of("100"), of("99.99")].map((each) => applies(above, each))).toEqual([false, false]);
  });

  test("only a plain false spares a call", () => {
    const asks = (when: () => unknown) => applies(policy({ when: when as () => boolean }), call());
    expect(asks(() => false)).toBe(false);
    const others: (() => unknown)[] = [
      () => true,
      () => undefined,
      () => 0,
      async () => false,
      () => {
        throw new Error("no such fact");
      },
    ];
    for (const when of others) expect(asks(when)).toBe(true);
  });

  test("what the function of one policy does to the facts is nothing to another", () => {
    const spoil = ({ material, params }: PolicyFacts) => {
      Object.assign(material, { amount: undefined, target: "db:staging" });
      Object.assign(params as object, { to: "somebody harmless" });
      return false;
    };
    const seen: PolicyFacts[] = [];
    const given = call({ material: { target: "db:live" } });
    const params = { to: "mallory" };
    const spoilt = { ...given, facts: { ...given.facts, params } };
    const look = policy({ id: "look", approvers: (facts) => [seen.push(facts).toString()] });
    required(requirementFor([policy({ id: "first", when: spoil }), look], spoilt));
    expect(seen).toMatchObject([{ material: { target: "db:live" }, params: { to: "mallory" } }]);
    expect(params).toEqual({ to: "mallory" });
  });

  test("when is asked about the facts of the call", () => {
    const many = policy({ when: ({ material }) => (material.count ?? Number.POSITIVE_INFINITY) > 10 });
    expect([{ count: 10 }, { count: 11 }, {}].map((material) => applies(many, call({ material })))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

test("no hint of a server spares a call from any policy", () => {
  fc.assert(
    fc.property(anyPolicy, anyCall, fc.constantFrom(true, false, undefined), (one, given, destructiveHint) => {
      const { hints: _, ...unhinted } = given;
      return !applies(one, unhinted) || applies(one, { ...unhinted, hints: { destructiveHint } });
    }),
  );
});

test("what applies to a call may apply to its tool", () => {
  fc.assert(fc.property(anyPolicy, anyCall, (one, given) => !applies(one, given) || mayApply(one, given)));
});
