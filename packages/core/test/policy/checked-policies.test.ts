import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Tier2Error } from "../../src/errors.js";
import { checkedPolicies } from "../../src/policy/checked-policies.js";
import type { Policy } from "../../src/policy/policy.js";
import { policyMembers } from "../../src/policy/policy-members.js";
import { readPolicies } from "../../src/policy/read-policies.js";
import { policy } from "../support/policies.js";

/** Every member that a policy of this kind may have. */
const full = {
  id: "refunds",
  version: 3,
  scope: "named",
  tools: ["refund_order", "shop.refund/all-1"],
  server: "shop",
  categories: ["refund", "payout"],
  above: { value: "100.00", currency: "EUR" },
  when: () => true,
  requires: ["amount", "target"],
  approvers: ["group:finance", "user:ann"],
  quorum: 2,
  validity: { uses: 1000, minutes: 0.5 },
  decideByMinutes: 90,
  bind: "tool",
  checkpoint: "instead",
  coolDownMinutes: 0,
  breakGlass: { approvers: ["user:cfo"], minutes: 15 },
  onDeadline: "escalate",
  escalateTo: ["user:cfo"],
} as const;
const byCredential = { ...policy({ id: "live" }), scope: "credential", credentials: ["stripe-live"] };

const mistakesOf = (given: unknown): string => {
  try {
    checkedPolicies(given);
  } catch (error) {
    if (error instanceof Tier2Error && error.code === "invalid_setup") return error.message;
    throw error;
  }
  return "";
};
const without = (member: string) => Object.fromEntries(Object.entries(full).filter(([name]) => name !== member));

describe("policies that hold together", () => {
  test("pass as they are: every member, every scope, and none at all", () => {
    expect(checkedPolicies([full, byCredential, policy()])).toEqual([full, byCredential, policy()]);
    expect(checkedPolicies([])).toEqual([]);
    expect(checkedPolicies([{ ...policy(), quorum: undefined }])).toEqual([policy()]);
  });

  test("are a copy that nobody changes any more", () => {
    const given = [{ ...full, tools: ["refund_order"], breakGlass: { approvers: ["user:cfo"], minutes: 5 } }];
    const checked = checkedPolicies(given);
    given[0]?.tools.splice(0, 1, "another");
    given[0]?.breakGlass.approvers.push("*");
    expect(checked).toMatchObject([{ tools: ["refund_order"], breakGlass: { approvers: ["user:cfo"] } }]);
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(checked)).toBe(true);
  });
});

describe("a mistake is told with its place", () => {
  const members = Object.keys(policyMembers).filter((name) => name !== "credentials");

  test("in this test each member stands once", () => {
    expect(Object.keys(full).sort()).toEqual(members.sort());
  });

  test.each(members)("where %s is nothing that it may be", (member) => {
    for (const wrong of [Symbol("no"), 10n, null, { none: 1 }, [], [{}], Number.NaN, -1, "", " "]) {
      expect(mistakesOf([full, { ...full, id: "b", [member]: wrong }])).toContain(`policies[1].${member}`);
    }
  });

  test.each(members)("where %s is left out, or it may be", (member) => {
    const needed = ["id", "version", "scope", "tools", "approvers", "onDeadline", "escalateTo"];
    const mistake = mistakesOf([without(member)]);
    if (needed.includes(member)) expect(mistake).toContain(`policies[0].${member} is missing`);
    else expect(mistake).toBe("");
  });

  test.each<[object, string]>([
    [{ ...full, aproverz: [] }, 'policies[0] has an unknown member "aproverz".'],
    [{ ...full, validity: { uses: 0 } }, "policies[0].validity.uses must be a whole number from 1 to 1000, not 0."],
    [
      { ...full, validity: { uses: 1001 } },
      "policies[0].validity.uses must be a whole number from 1 to 1000, not 1001.",
    ],
    [{ ...full, validity: { uses: "1" } }, 'policies[0].validity.uses must be a whole number from 1 to 1000, not "1".'],
    [{ ...full, validity: { hours: 1 } }, 'policies[0].validity has an unknown member "hours".'],
    [
      { ...full, validity: { minutes: 0 } },
      "policies[0].validity.minutes must be a number of minutes above 0, at most 527040, not 0.",
    ],
    [
      { ...full, decideByMinutes: Number.POSITIVE_INFINITY },
      "policies[0].decideByMinutes must be a number of minutes above 0, at most 527040, not Infinity.",
    ],
    [{ ...full, version: 0 }, `policies[0].version must be a whole number from 1 to ${2 ** 53 - 1}, not 0.`],
    [
      { ...full, above: { value: 100, currency: "EUR" } },
      'policies[0].above.value must be a decimal number as text, such as "100.00", not 100.',
    ],
    [
      { ...full, above: { value: "-1", currency: "EUR" } },
      'policies[0].above.value must be a decimal number as text, such as "100.00", not "-1".',
    ],
    [
      { ...full, above: { value: "1", currency: "euro" } },
      'policies[0].above.currency must be an ISO 4217 code, such as "EUR", not "euro".',
    ],
    [{ ...full, above: { value: "1" } }, "policies[0].above.currency is missing."],
    [{ ...full, tools: [] }, "policies[0].tools must be a list of at least one, not a list."],
    [
      { ...full, tools: ["refund_order", "refund_*"] },
      'policies[0].tools[1] must be the name of a tool (there are no patterns: for every tool, use the scope "all"), not "refund_*".',
    ],
    [{ ...full, tools: ["a", "a"] }, 'policies[0].tools[1] repeats "a".'],
    [{ ...full, approvers: ["group:"] }, "policies[0].approvers[0] names no group."],
    [{ ...full, approvers: ["person:"] }, "policies[0].approvers[0] names no person."],
    [
      { ...full, approvers: ["group:ops", "finance"] },
      'policies[0].approvers[1] could be a group or one person: write "group:finance" or "person:finance", not "finance". (An id that holds a colon or an @ stands for itself.)',
    ],
    [
      { ...full, escalateTo: ["cfo"] },
      'policies[0].escalateTo[0] could be a group or one person: write "group:cfo" or "person:cfo", not "cfo". (An id that holds a colon or an @ stands for itself.)',
    ],
    [
      { ...full, breakGlass: { approvers: ["4711"], minutes: 5 } },
      'policies[0].breakGlass.approvers[0] could be a group or one person: write "group:4711" or "person:4711", not "4711". (An id that holds a colon or an @ stands for itself.)',
    ],
    [
      { ...full, approvers: ["user:ann "] },
      'policies[0].approvers[0] must be a text with no blank at either end, not "user:ann ".',
    ],
    [{ ...full, approvers: "user:ann" }, 'policies[0].approvers must be a list of at least one, not "user:ann".'],
    [
      { ...full, breakGlass: { approvers: ["user:cfo"], minutes: 16 } },
      "policies[0].breakGlass.minutes must be a number of minutes above 0, at most 15, not 16.",
    ],
    [{ ...full, breakGlass: { minutes: 5 } }, "policies[0].breakGlass.approvers is missing."],
    [{ ...full, scope: "all" }, 'policies[0].tools belongs to the scope "named" only.'],
    [
      { ...without("tools"), scope: "credential" },
      'policies[0].credentials is missing: the scope "credential" needs it.',
    ],
    [{ ...full, onDeadline: "lapse" }, 'policies[0].escalateTo belongs to the onDeadline "escalate" only.'],
    [
      { ...full, onDeadline: "approve" },
      'policies[0].onDeadline must be one of lapse, escalate, hold, not "approve".\npolicies[0].escalateTo belongs to the onDeadline "escalate" only.',
    ],
    [
      { ...full, categories: ["refunds"] },
      `policies[0].categories[0] must be one of delete, payout, budget, delivery, refund, credentials, bulk, send, replace, revoke, sync, access, not "refunds".`,
    ],
    [
      { ...policy(), bind: "session" },
      'policies[0].validity.minutes is missing: the bind "session" needs it, since a session has to end.',
    ],
    [
      { ...policy(), approvers: ["user:ann"], quorum: 2 },
      "policies[0].quorum is 2, and only 1 may decide: nobody could ever allow anything.",
    ],
    [
      { ...policy(), approvers: ["user:ann", "person:user:ann"], quorum: 2 },
      "policies[0].quorum is 2, and only 1 may decide: nobody could ever allow anything.",
    ],
  ])("%o", (given, mistake) => {
    expect(mistakesOf([given])).toBe(mistake);
  });

  test.each<[unknown, string]>([
    [undefined, "policies must be a list, not undefined."],
    [{ policies: [] }, "policies must be a list, not an object."],
    [[null], "policies[0] must be a plain object, not null."],
    [[["a"]], "policies[0] must be a plain object, not a list."],
    [[new (class Rule {})()], "policies[0] must be a plain object, not an object."],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what a comma too many leaves
    [[policy(), , policy({ id: "b" })], "policies[1] must be a plain object, not undefined."],
  ])("%o", (given, mistake) => {
    expect(mistakesOf(given)).toBe(mistake);
  });

  test("all of them at once, also ids that are there twice", () => {
    expect(mistakesOf([policy(), policy({ version: 2 }), { ...policy(), scope: "some" }])).toBe(
      [
        'policies[2].scope must be one of named, destructive, all, credential, not "some".',
        'policies[1].id is "p", as is that of policies[0].',
        'policies[2].id is "p", as is that of policies[0].',
      ].join("\n"),
    );
  });

  test("shortened, where it is long", () => {
    expect(mistakesOf([{ ...policy(), scope: "x".repeat(1000) }]).length).toBeLessThan(200);
  });
});

describe("as many as may decide can be counted only where each is named", () => {
  test.each<Partial<Record<keyof Policy | "escalateTo", unknown>>>([
    { approvers: ["group:ops"] },
    { approvers: ["*"] },
    { approvers: ["user:ann", "user:bob"] },
    { approvers: () => ["user:ann"] },
    { approvers: ["user:ann"], onDeadline: "escalate", escalateTo: ["user:bob"] },
  ])("%o may reach a quorum of 2", (said) => {
    expect(mistakesOf([{ ...policy(), ...said, quorum: 2 }])).toBe("");
  });
});

describe("a file of policies", () => {
  const { when: _, ...inFile } = full;

  test("is the text of a JSON list, or what was parsed from it", () => {
    const text = JSON.stringify([inFile, byCredential], null, 2);
    expect(readPolicies(text)).toEqual([inFile, byCredential]);
    expect(readPolicies(`\uFEFF${text}\n`)).toEqual([inFile, byCredential]);
    expect(readPolicies(JSON.parse(text))).toEqual([inFile, byCredential]);
  });

  test.each<[string, RegExp]>([
    ["", /^The policies are no JSON: /],
    ["[{]", /^The policies are no JSON: /],
    ['{"policies": []}', /^policies must be a list, not an object\.$/],
    ['"[]"', /^policies must be a list, not "\[\]"\.$/],
    ["null", /^policies must be a list, not null\.$/],
    [
      '[{"__proto__": {"id": "a"}}]',
      /^policies\[0\] has an unknown member "__proto__"\.\npolicies\[0\]\.id is missing\./,
    ],
    [
      JSON.stringify([{ ...policy(), when: "count > 10" }]),
      /^policies\[0\]\.when must be a function of the facts, which a file cannot hold, not "count > 10"\.$/,
    ],
  ])("is not %s", (text, mistake) => {
    expect(() => readPolicies(text)).toThrow(
      expect.objectContaining({ code: "invalid_setup", message: expect.stringMatching(mistake) }),
    );
  });

  test("whatever stands in it, is read or refused with its place", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          return readPolicies(text).length === 0;
        } catch (error) {
          return error instanceof Tier2Error && error.message.startsWith("policies");
        }
      }),
    );
  });
});

test.each(["1x", "x1", "1.", ".5", "1e3", "", " 1", "1,5", "+1"])(
  "an amount that is written %j is no amount, not one with something beside it",
  (value) => {
    expect(() => checkedPolicies([{ ...full, above: { value, currency: "EUR" } }])).toThrow("above.value");
  },
);

test.each(["EU", "EURO", "xEUR", "EUR ", "eur", ""])("a currency that is written %j is none", (currency) => {
  expect(() => checkedPolicies([{ ...full, above: { value: "1.00", currency } }])).toThrow("above.currency");
});
