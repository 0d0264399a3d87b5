import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applies } from "../../src/policy/applies.js";
import type { Policy } from "../../src/policy/policy.js";
import { requirementFor } from "../../src/policy/requirement-for.js";
import type { Level } from "../../src/tier.js";
import { anyCall, anyPolicies, call, policy, required, requirement, type Said } from "../support/policies.js";

const named = (said: Said = {}) =>
  policy({ id: "n", scope: "named", tools: ["purge"], approvers: ["user:n"], ...said });
const destructive = (said: Said = {}) => policy({ id: "d", scope: "destructive", approvers: ["user:d"], ...said });
const all = (said: Said = {}) => policy({ id: "a", approvers: ["user:a"], ...said });
const live = (said: Said = {}) =>
  policy({ id: "c", scope: "credential", credentials: ["live"], approvers: ["user:c"], ...said });

/** Which of the four scopes decides, of any that apply: seed 002. */
const rank = { named: 3, destructive: 2, all: 1, credential: 0 } as const;

describe("who decides", () => {
  test.each<[string, Policy[], string[]]>([
    ["named before destructive and all", [all(), named(), destructive()], ["n"]],
    ["destructive before all", [all(), destructive()], ["d"]],
    ["all before a credential", [live(), all()], ["a"]],
    ["a credential where nothing else applies", [live()], ["c"]],
    ["both of two named ones", [named({ id: "n2" }), named(), all()], ["n", "n2"]],
  ])("%s", (_, policies, deciding) => {
    const { panels } = requirement(policies, { material: { credential: "live" } });
    expect(panels.map(({ policy: { id } }) => id)).toEqual(deciding);
  });

  test("the most specific of all that apply, all of them and no other, in whatever order they stand", () => {
    fc.assert(
      fc.property(anyPolicies, anyCall, (policies, given) => {
        const demand = requirementFor(policies, given);
        if (demand.kind !== "required") return;
        const matched = policies.filter((one) => applies(one, given));
        const highest = Math.max(...matched.map(({ scope }) => rank[scope]));
        const deciding = matched.filter(({ scope }) => rank[scope] === highest).map(({ id }) => id);
        expect(demand.requirement.panels.map((panel) => panel.policy.id).sort()).toEqual(deciding.sort());
      }),
    );
  });

  test("nothing hangs on the order in which policies are written", () => {
    fc.assert(
      fc.property(
        anyPolicies.chain((policies) =>
          fc.tuple(fc.constant(policies), fc.shuffledSubarray(policies, { minLength: policies.length })),
        ),
        anyCall,
        ([policies, shuffled], given) => {
          expect(JSON.stringify(requirementFor(shuffled, given))).toBe(JSON.stringify(requirementFor(policies, given)));
        },
      ),
    );
  });

  test("every policy that applies is on record with its version, most specific first", () => {
    const policies = [live({ version: 4 }), all({ version: 3 }), destructive({ version: 2 }), named({ version: 7 })];
    expect(requirement(policies, { material: { credential: "live" } }).matched).toEqual([
      { id: "n", version: 7 },
      { id: "d", version: 2 },
      { id: "a", version: 3 },
      { id: "c", version: 4 },
    ]);
  });
});

describe("what the decision is worth", () => {
  test("is the least of all uses, the least of all minutes, and takes the greatest quorum of all", () => {
    const policies = [
      named({ validity: { uses: 20, minutes: 30 } }),
      destructive({ validity: { minutes: 10 }, quorum: 3 }),
      all({ validity: { uses: 5, minutes: 60 }, quorum: 2 }),
    ];
    expect(requirement(policies)).toMatchObject({ uses: 5, minutes: 10, quorum: 3 });
    expect(requirement(policies).panels).toMatchObject([{ quorum: 3 }]);
  });

  test("is one use by each policy that says nothing of it, also beside one that says more", () => {
    expect(requirement([all()])).toMatchObject({ uses: 1, minutes: null });
    expect(requirement([all({ validity: {} })])).toMatchObject({ uses: 1, minutes: null });
    expect(requirement([all({ validity: { minutes: 5 } })])).toMatchObject({ uses: null, minutes: 5 });
    expect(requirement([all(), named({ validity: { minutes: 5 } })])).toMatchObject({ uses: 1, minutes: 5 });
  });

  test("is for all that apply, and for none that does not", () => {
    fc.assert(
      fc.property(anyPolicies, anyCall, (policies, given) => {
        const demand = requirementFor(policies, given);
        if (demand.kind !== "required") return;
        const { requirement } = demand;
        const matched = policies.filter((one) => applies(one, given));
        expect(requirement.matched.map(({ id }) => id).sort()).toEqual(matched.map(({ id }) => id).sort());
        const uses = matched.map(({ validity: v }) => v?.uses ?? (v?.minutes === undefined ? 1 : Infinity));
        expect(requirement.uses ?? Infinity).toBe(Math.min(...uses));
        expect(requirement.minutes ?? Infinity).toBe(
          Math.min(...matched.map(({ validity }) => validity?.minutes ?? Infinity)),
        );
        const least = { L1: 0, L2: 0, L3: 1, L4: 2 }[given.level];
        expect(requirement.quorum).toBe(Math.max(least, ...matched.map(({ quorum }) => quorum ?? 1)));
        expect(requirement.coolDownMs).toBe(
          Math.max(...matched.map(({ coolDownMinutes }) => (coolDownMinutes ?? 0) * 60_000)),
        );
      }),
    );
  });
});

describe("of two policies that name the approvers together", () => {
  test("each asks for its own quorum, and for what the broader ones and the level ask for", () => {
    const both = [named({ quorum: 3 }), named({ id: "n2" })];
    const quorums = (policies: Policy[], level: Level = "L1") =>
      requirement(policies, { level }).panels.map(({ quorum }) => quorum);
    expect(quorums(both)).toEqual([3, 1]);
    expect(quorums(both, "L4")).toEqual([3, 2]);
    expect(quorums([...both, all({ quorum: 2 })])).toEqual([3, 2]);
  });
});

describe("the pause in the agent loop", () => {
  test.each<[string, Said[], string | undefined]>([
    ["is none where no policy asks for one", [{}, {}], undefined],
    ["is the one that a policy asks for, however broad", [{}, { checkpoint: "before" }], "before"],
    ["lends its place to the decision where none asks for one of its own", [{ checkpoint: "instead" }, {}], "instead"],
    ["is one of its own where one asks for that", [{ checkpoint: "instead" }, { checkpoint: "before" }], "before"],
    ["comes as late as one asks for", [{ checkpoint: "before" }, { checkpoint: "after" }], "after"],
    ["comes late rather than in place of it", [{ checkpoint: "after" }, { checkpoint: "instead" }], "after"],
  ])("%s", (_, [narrow, broad], pause) => {
    for (const policies of [
      [named(narrow), all(broad)],
      [named(broad), all(narrow)],
    ]) {
      expect(requirement(policies).checkpoint).toBe(pause);
    }
  });

  test("takes nothing from what the approval asks for", () => {
    fc.assert(
      fc.property(anyPolicies, anyCall, (policies, given) => {
        const without = policies.map(({ checkpoint: _, ...rest }) => rest as Policy);
        const [a, b] = [requirementFor(policies, given), requirementFor(without, given)];
        if (a.kind === "required") {
          const { checkpoint: _, ...rest } = a.requirement;
          expect({ ...a, requirement: rest }).toEqual(b);
        } else expect(a).toEqual(b);
      }),
    );
  });
});

describe("the deadline", () => {
  test("is set by those who name the approvers: an hour if they do not say", () => {
    expect(requirement([all()])).toMatchObject({ decideByMs: 3_600_000, onDeadline: "lapse" });
    const later = named({ decideByMinutes: 600, onDeadline: "hold" });
    expect(requirement([later, all({ decideByMinutes: 5 })])).toMatchObject({
      decideByMs: 36_000_000,
      onDeadline: "hold",
    });
  });

  test("of two who name them together is the sooner, and the stricter", () => {
    const hold = named({ id: "h", onDeadline: "hold", decideByMinutes: 10 });
    const escalate = named({ id: "e", onDeadline: "escalate", escalateTo: ["user:cfo"] });
    expect(requirement([hold, escalate])).toMatchObject({ onDeadline: "escalate", decideByMs: 600_000 });
    expect(requirement([hold, escalate]).panels).toMatchObject([{ escalateTo: ["user:cfo"] }, { escalateTo: [] }]);
    expect(requirement([hold, escalate, named()])).toMatchObject({ onDeadline: "lapse" });
    expect(requirement([hold])).toMatchObject({ onDeadline: "hold" });
  });
});

describe("the facts that a decision needs", () => {
  test("are asked for by every policy that applies, and told each once", () => {
    const policies = [named({ requires: ["target", "amount"] }), all({ requires: ["amount", "actor"] }), destructive()];
    expect(requirementFor(policies, call({ material: { actor: "agent:ops" } }))).toEqual({
      kind: "missing",
      facts: ["amount", "target"],
      policies: [
        { id: "n", version: 1 },
        { id: "a", version: 1 },
      ],
    });
  });

  test("are not asked for by one that does not apply, nor missed where they are there", () => {
    const other = all({ requires: ["amount"], server: "other" });
    expect(requirementFor([other], call())).toEqual({ kind: "free" });
    expect(requirementFor([all({ requires: ["count"] })], call({ material: { count: 0 } })).kind).toBe("required");
  });
});

describe("the level of a tool", () => {
  test.each<[Level, object]>([
    ["L1", { kind: "free" }],
    ["L2", { kind: "free" }],
    ["L3", { kind: "uncovered", level: "L3" }],
    ["L4", { kind: "uncovered", level: "L4" }],
  ])("%s where no policy applies: %o", (level, expected) => {
    expect(requirementFor([], call({ level }))).toEqual(expected);
    expect(requirementFor([all({ server: "other" })], call({ level }))).toEqual(expected);
  });

  test("L4 takes two people, however few its policy asks for", () => {
    expect(requirement([all()], { level: "L3" }).quorum).toBe(1);
    expect(requirement([all()], { level: "L4" }).quorum).toBe(2);
    expect(requirement([all({ quorum: 3 })], { level: "L4" }).quorum).toBe(3);
  });
});

describe("approvers by a function of the facts", () => {
  const byTarget = all({ approvers: ({ material }) => [`group:${material.target}`] });

  test("are those it names for this call", () => {
    const { panels } = requirement([byTarget], { material: { target: "eu" } });
    expect(panels[0]?.approvers).toEqual(["group:eu"]);
  });

  test("are nobody if it throws, or answers anything but a list of names", () => {
    const answers: (() => unknown)[] = [
      () => {
        throw new Error("no owner");
      },
      () => [],
      () => undefined,
      () => "user:ann",
      () => ["user:ann", undefined],
      () => [""],
      // What the checker refuses in a list is no name here either.
      () => ["finance"],
      () => ["group:"],
      () => ["person:"],
      async () => ["user:ann"],
    ];
    for (const approvers of answers) {
      const { panels } = requirement([all({ approvers: approvers as () => string[] })]);
      expect(panels[0]?.approvers).toEqual([]);
    }
  });
});

test("a requirement is plain data: it is stored as it is", () => {
  fc.assert(
    fc.property(anyPolicies, anyCall, (policies, given) => {
      const demand = requirementFor(policies, given);
      if (demand.kind === "required") {
        expect(JSON.parse(JSON.stringify(required(demand)))).toEqual(required(demand));
      }
    }),
  );
});

test("of several times to cool down, the longest counts", () => {
  const policies = [
    named({ coolDownMinutes: 2 }),
    named({ id: "n2", coolDownMinutes: 5 }),
    all({ coolDownMinutes: 1 }),
  ];
  expect(requirement(policies).coolDownMs).toBe(300_000);
});
