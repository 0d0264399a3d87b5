import { describe, expect, test } from "vitest";
import { policy, requirement, type Said } from "../support/policies.js";

const rule = (id: string, approvers: string[], minutes: number, said: Said = {}) =>
  policy({ id, breakGlass: { approvers, minutes }, ...said });
const named = { scope: "named", tools: ["purge"] } satisfies Said;

describe("who may break the glass", () => {
  test("nobody, unless the most specific policies say so", () => {
    expect(requirement([policy()])).not.toHaveProperty("breakGlass");
    expect(requirement([rule("a", ["user:ann"], 5), policy({ id: "n", ...named })])).not.toHaveProperty("breakGlass");
    expect(requirement([rule("n", ["user:ann"], 5, named), policy()]).breakGlass).toEqual({
      approvers: ["user:ann"],
      minutes: 5,
    });
  });

  test("of two that name the approvers together, those whom both name", () => {
    const [one, two] = [rule("a", ["user:ann", "user:bob"], 5), rule("b", ["user:bob", "user:cat"], 9)];
    expect(requirement([one, two]).breakGlass).toEqual({ approvers: ["user:bob"], minutes: 5 });
    expect(requirement([one, policy({ id: "c" })])).not.toHaveProperty("breakGlass");
    expect(requirement([one, rule("b", ["user:cat"], 9)])).not.toHaveProperty("breakGlass");
  });

  test("for 15 minutes at most, and for no longer than any policy gives", () => {
    expect(requirement([rule("a", ["user:ann"], 60)]).breakGlass?.minutes).toBe(15);
    const short = rule("a", ["user:ann"], 3);
    expect(requirement([rule("n", ["user:ann"], 10, named), short]).breakGlass?.minutes).toBe(3);
    const validity = { minutes: 2 };
    expect(requirement([rule("n", ["user:ann"], 10, named), policy({ validity })]).breakGlass?.minutes).toBe(2);
  });
});
