import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accepts, type GivenDecision } from "../../src/policy/accepts.js";
import { applies } from "../../src/policy/applies.js";
import type { Bind, Policy } from "../../src/policy/policy.js";
import { requirementFor } from "../../src/policy/requirement-for.js";
import { specificityOf } from "../../src/policy/scope.js";
import { anyCall, anyGiven, anyPolicies, anyPolicy, call, policy, vote } from "../support/policies.js";

const given = (said: Partial<GivenDecision> = {}): GivenDecision => ({
  allows: [vote("user:ann", "ops")],
  stage: 0,
  bind: "action",
  uses: 1,
  minutes: null,
  spentCount: 0,
  ageMs: 0,
  ...said,
});
const now = (policies: readonly Policy[], decision: GivenDecision) =>
  accepts(requirementFor(policies, call()), decision);

describe("a decision that was made, under the policies loaded now", () => {
  test("is accepted where it satisfies them, and where nothing is required any more", () => {
    expect(now([policy()], given())).toBe(true);
    expect(now([], given({ allows: [] }))).toBe(true);
  });

  test("is not accepted where the call is refused now", () => {
    expect(now([policy({ requires: ["amount"] })], given())).toBe(false);
    expect(accepts({ kind: "uncovered", level: "L3" }, given())).toBe(false);
  });

  test("is not accepted from people who may not decide any more, or who are too few", () => {
    expect(now([policy({ approvers: ["group:finance"] })], given())).toBe(false);
    expect(now([policy({ quorum: 2 })], given())).toBe(false);
    expect(now([policy({ quorum: 2 })], given({ allows: [vote("user:ann", "ops"), vote("user:bob", "ops")] }))).toBe(
      true,
    );
  });

  test("counts those it was escalated to only if it was", () => {
    const escalating = policy({ approvers: ["user:x"], onDeadline: "escalate", escalateTo: ["group:ops"] });
    expect(now([escalating], given({ stage: 0 }))).toBe(false);
    expect(now([escalating], given({ stage: 1 }))).toBe(true);
  });

  test("is good for as many operations as both it and the policies allow", () => {
    const five = policy({ validity: { uses: 5 } });
    expect(now([five], given({ uses: 20, spentCount: 4 }))).toBe(true);
    expect(now([five], given({ uses: 20, spentCount: 5 }))).toBe(false);
    expect(now([five], given({ uses: 2, spentCount: 2 }))).toBe(false);
    expect(now([five], given({ uses: null, spentCount: 5 }))).toBe(false);
  });

  test("is good for as long as both it and the policies allow", () => {
    const five = policy({ validity: { minutes: 5 } });
    const long = { uses: null, minutes: 60 };
    expect(now([five], given({ ...long, ageMs: 299_999 }))).toBe(true);
    expect(now([five], given({ ...long, ageMs: 300_000 }))).toBe(false);
    expect(now([five], given({ uses: null, minutes: 1, ageMs: 60_000 }))).toBe(false);
    expect(now([five], given({ uses: null, minutes: null, ageMs: 300_000 }))).toBe(false);
  });

  test("for any call of a tool is not one for this action, nor the other way round for another tool", () => {
    const bound = (bind: Bind) => policy({ bind, validity: { uses: 5 } });
    expect(now([bound("tool")], given({ bind: "tool" }))).toBe(true);
    expect(now([bound("action")], given({ bind: "tool" }))).toBe(false);
    expect(now([bound("action")], given({ bind: "session" }))).toBe(false);
    expect(now([bound("tool")], given({ bind: "session" }))).toBe(true);
    expect(now([bound("tool")], given({ bind: "action" }))).toBe(true);
  });
});

describe("a broken glass, under the policies loaded now", () => {
  const emergency = policy({ breakGlass: { approvers: ["group:oncall"], minutes: 10 }, validity: { uses: 5 } });
  const broken = given({
    allows: [vote("user:eve", "oncall")],
    uses: 1,
    minutes: 10,
    breakGlass: { by: "user:eve" },
  });

  test("is accepted from one who may break it, for one operation and for its minutes", () => {
    expect(now([emergency], broken)).toBe(true);
    expect(now([emergency], { ...broken, spentCount: 1, uses: 5 })).toBe(false);
    expect(now([emergency], { ...broken, minutes: 60, ageMs: 600_000 })).toBe(false);
  });

  test("is not accepted where nobody may any more, or somebody else", () => {
    expect(now([policy()], broken)).toBe(false);
    expect(now([policy({ breakGlass: { approvers: ["user:x"], minutes: 10 } })], broken)).toBe(false);
    expect(now([emergency], { ...broken, allows: [vote("user:bob", "oncall")] })).toBe(false);
  });

  test("is no vote of a panel, and a vote of a panel breaks no glass", () => {
    expect(now([emergency], { ...broken, breakGlass: undefined })).toBe(false);
    expect(now([emergency], given({ breakGlass: { by: "user:ann" } }))).toBe(false);
  });
});

describe("one more policy", () => {
  /** One policy decides about whom to ask, one constrains: the last may be more specific than none of the others. */
  const constrains = (added: Policy, policies: readonly Policy[], about: ReturnType<typeof call>) => {
    const matched = policies.filter((one) => applies(one, about));
    return matched.length === 0 || matched.some((one) => specificityOf(one) >= specificityOf(added));
  };

  test("never lets through what did not pass without it, unless it is the more specific one on whom to ask", () => {
    fc.assert(
      fc.property(anyPolicies, anyPolicy, anyCall, anyGiven, (policies, added, about, decision) => {
        fc.pre(policies.every(({ id }) => id !== added.id) && constrains(added, policies, about));
        const [fewer, more] = [policies, [...policies, added]].map((some) =>
          accepts(requirementFor(some, about), decision),
        );
        // A tool that demands an approver and has none to ask is not let through either; a policy is what opens it.
        const wasUncovered = requirementFor(policies, about).kind === "uncovered";
        return wasUncovered || !more || fewer;
      }),
      { numRuns: 1000 },
    );
  });

  test("never raises what a decision is worth, nor lowers what it takes, however specific it is", () => {
    fc.assert(
      fc.property(anyPolicies, anyPolicy, anyCall, (policies, added, about) => {
        fc.pre(policies.every(({ id }) => id !== added.id));
        const [fewer, more] = [requirementFor(policies, about), requirementFor([...policies, added], about)];
        if (fewer.kind === "missing") expect(more.kind).toBe("missing");
        if (fewer.kind !== "required" || more.kind !== "required") return;
        const [a, b] = [fewer.requirement, more.requirement];
        expect(b.uses ?? Infinity).toBeLessThanOrEqual(a.uses ?? Infinity);
        expect(b.minutes ?? Infinity).toBeLessThanOrEqual(a.minutes ?? Infinity);
        expect(b.quorum).toBeGreaterThanOrEqual(a.quorum);
        expect(b.coolDownMs).toBeGreaterThanOrEqual(a.coolDownMs);
        const wider: Bind[] = ["action", "session", "tool"];
        expect(wider.indexOf(b.bind)).toBeLessThanOrEqual(wider.indexOf(a.bind));
      }),
      { numRuns: 1000 },
    );
  });
});
