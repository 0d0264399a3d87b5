import fc from "fast-check";
import { expect, test } from "vitest";
import { catchAlls, covers, coversAtOnce } from "../../src/policy/covers.js";
import { requirementFor } from "../../src/policy/requirement-for.js";
import { anyCall, anyPolicies, call, policy } from "../support/policies.js";

test("a tool is covered if a policy may ever apply to it, whatever amount, condition or credential that takes", () => {
  const never = { above: { value: "1", currency: "EUR" }, when: () => false };
  const live = policy({ scope: "credential", credentials: ["live"] });
  expect(covers([policy(never)], call())).toBe(true);
  expect(covers([live], call())).toBe(true);
  expect(covers([], call())).toBe(false);
  expect(covers([policy({ server: "other" })], call())).toBe(false);
  expect(covers([policy({ scope: "named", tools: ["other"] })], call())).toBe(false);
  expect(covers([policy({ categories: ["refund"] })], call())).toBe(false);
  expect(covers([policy({ scope: "destructive" })], call({ definition: { mutates: "nothing" } }))).toBe(false);
});

test("a tool that is not covered never needs anybody", () => {
  fc.assert(
    fc.property(anyPolicies, anyCall, (policies, given) => {
      const { kind } = requirementFor(policies, given);
      return covers(policies, given) || kind === "free" || kind === "uncovered";
    }),
  );
});

test("a policy by which anybody may decide is told, wherever it says so", () => {
  const policies = [
    policy({ id: "one", approvers: ["user:ann"] }),
    policy({ id: "anybody", approvers: ["user:ann", "*"] }),
    policy({ id: "later", onDeadline: "escalate", escalateTo: ["*"] }),
    policy({ id: "glass", breakGlass: { approvers: ["*"], minutes: 5 } }),
    policy({ id: "function", approvers: () => ["*"] }),
  ];
  expect(catchAlls(policies).map(({ id }) => id)).toEqual(["anybody", "later", "glass"]);
});

test.each([
  ["one that names it", {}, {}, true],
  ["one that names another", { scope: "named", tools: ["other"] }, {}, false],
  ["one of all tools", { scope: "all" }, {}, true],
  ["one of destructive tools: it was judged harmless", { scope: "destructive" }, {}, false],
  ["one of destructive tools, and its annotation says so", { scope: "destructive" }, { destructiveHint: true }, true],
  ["one of a category, which a harmless tool has none of", { scope: "all", categories: ["delete"] }, {}, false],
  ["one of a credential, which is named by previews only", { scope: "credential", credentials: ["live"] }, {}, false],
] as const)("a tool that runs at once, under %s", (_, changes, hints, isCovered) => {
  const { server, tool } = call();
  const named = { scope: "named", tools: [tool] } as const;
  expect(coversAtOnce([policy({ ...named, ...changes } as never)], { server, tool, hints })).toBe(isCovered);
});
