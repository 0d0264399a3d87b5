import { describe, expect, test } from "vitest";
import { type Classification, categories } from "../../src/classification/classification.js";
import type { Bind } from "../../src/policy/policy.js";
import type { Material } from "../../src/tool/material.js";
import { policy, requirement } from "../support/policies.js";

const requester = { tokenId: "t1", process: "pid:7" };
const ordinary: Classification = { category: "bulk", mutates: "reversible", discloses: "ordinary" };

function bindOf(
  binds: (Bind | undefined)[],
  definition = ordinary,
  material: Material = { credential: "deploy" },
): Bind {
  const policies = binds.map((bind, index) => policy({ id: `p${index}`, ...(bind && { bind }) }));
  return requirement(policies, { definition, material, requester }).bind;
}

describe("what a decision covers", () => {
  test.each<[(Bind | undefined)[], Bind]>([
    [[undefined], "action"],
    [["action"], "action"],
    [["tool"], "tool"],
    [["session"], "session"],
    [["tool", "tool"], "tool"],
    [["session", "session"], "session"],
    [["tool", undefined], "action"],
    [["action", "session"], "action"],
    [["tool", "session"], "session"],
  ])("of %o is %s: the narrowest", (binds, expected) => {
    expect(bindOf(binds)).toBe(expected);
  });

  test("is a session only where both its process and its credential are known", () => {
    const session = [policy({ bind: "session" })];
    const about = { definition: ordinary, material: { credential: "deploy" }, requester };
    expect(requirement(session, about).bind).toBe("session");
    expect(requirement(session, { ...about, material: {} }).bind).toBe("action");
    expect(requirement(session, { ...about, requester: { tokenId: "t1" } }).bind).toBe("action");
  });
});

describe("what is decided call by call, whatever a policy binds", () => {
  const perCall = ["payout", "refund", "budget", "access", "credentials", "revoke", "send", "delivery"];

  test.each(categories)("a tool of the category %s, or not", (category) => {
    const expected = perCall.includes(category) ? "action" : "session";
    expect(bindOf(["session"], { ...ordinary, category })).toBe(expected);
    expect(bindOf(["tool"], { ...ordinary, category })).toBe(expected === "action" ? "action" : "tool");
  });

  test.each<[string, Classification, Material]>([
    ["an amount of money", ordinary, { amount: { value: "1", currency: "EUR" } }],
    ["a disclosure of sensitive records", { ...ordinary, discloses: "sensitive" }, {}],
    ["a disclosure of what acts for its bearer", { ...ordinary, discloses: "capability" }, {}],
    ["confidential data", ordinary, { dataClassification: "confidential" }],
    ["restricted data", ordinary, { dataClassification: "restricted" }],
    ["what nobody can take back", ordinary, { reversibility: "irreversible" }],
    ["a tool that nobody classified", {}, {}],
  ])("%s", (_, definition, material) => {
    expect(bindOf(["session"], definition, { credential: "deploy", ...material })).toBe("action");
    expect(bindOf(["tool"], definition, material)).toBe("action");
  });

  test.each<[string, Material]>([
    ["public data", { dataClassification: "public" }],
    ["internal data", { dataClassification: "internal" }],
    ["what can be taken back", { reversibility: "reversible" }],
    ["what can be taken back at a cost", { reversibility: "costly" }],
  ])("but not %s", (_, material) => {
    expect(bindOf(["session"], ordinary, { credential: "deploy", ...material })).toBe("session");
  });
});
