import type { Policy, Tier2Options } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { outcomeOf, type Process } from "../support/world.js";
import { alice, approving, opsPolicy, shownTo } from "./approving.js";

/** Allowed and previewed; then another process, which knows the world as it is by now, confirms. */
async function confirmedUnder(now: Partial<Tier2Options>, changes: Parameters<typeof approving>[1] = {}) {
  const world = approving({}, changes);
  const { confirm_token, approval } = await world.allowed({ id: 7 });
  const later = world.world.process({ policies: [opsPolicy()], ...now });
  const reply = await world.call({ id: 7, confirm_token }, {}, later);
  return { ...world, later, reply, approval };
}

const spentOf = async (process: Process, id: string) => (await shownTo(process, id)).spent.length;

describe("an approval, at the moment of execution", () => {
  test.each<[string, Partial<Tier2Options>, string]>([
    ["access that was taken away", { authorize: () => false }, "access_revoked"],
    ["a tool that was switched off", { isEnabled: () => false }, "tool_disabled"],
    ["a risk that is too great by now", { risk: () => false }, "risk_exceeded"],
  ])("does not bring back %s", async (_, now, outcome) => {
    const { reply, foo, later, approval } = await confirmedUnder(now);
    expect(outcomeOf(reply)).toBe(outcome);
    expect(foo.starts).toEqual([]);
    expect(await spentOf(later, approval.id)).toBe(0);
  });

  test("does not bring back access that is taken away between claim and handler", async () => {
    let claimed = false;
    const { call, allowed, foo, process } = approving({ authorize: () => !claimed });
    const { confirm_token } = await allowed({ id: 7 });
    process.connection.intercept = async ({ method }, apply) => {
      claimed ||= method === "swap";
      return apply();
    };
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("access_revoked");
    expect(foo.starts).toEqual([]);
  });

  test("is not for another state than the one that was shown", async () => {
    let version = "v1";
    const preview = () => ({ summary: "s", preview: {}, stateVersion: version });
    const { call, allowed, foo } = approving({}, { preview });
    const { confirm_token } = await allowed({ id: 7 });
    version = "v2";
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("state_changed");
    expect(foo.starts).toEqual([]);
    // And back to review: what stands there now was shown to nobody.
    expect(outcomeOf(await call({ id: 7 }))).toBe("approval_pending");
  });

  test("is not for other arguments, nor for another requester", async () => {
    const { call, allowed, foo } = approving();
    const { confirm_token } = await allowed({ id: 7 });
    expect(outcomeOf(await call({ id: 8, confirm_token }))).toBe("params_changed");
    const mallory = { requester: { tokenId: "mallory", subject: "user:mallory" } };
    expect(outcomeOf(await call({ id: 7, confirm_token }, mallory))).toBe("wrong_owner");
    expect(outcomeOf(await call({ id: 7 }, mallory))).toBe("approval_pending");
    expect(outcomeOf(await call({ id: 8 }))).toBe("approval_pending");
    expect(foo.starts).toEqual([]);
  });
});

describe("the policies that are loaded when an operation is about to start", () => {
  const outcomeUnder = async (...policies: Policy[]) => {
    const { reply, foo, later, approval } = await confirmedUnder({ policies });
    const outcome = outcomeOf(reply);
    expect(foo.starts).toHaveLength(outcome === "ok" ? 1 : 0);
    expect(await spentOf(later, approval.id)).toBe(outcome === "ok" ? 1 : 0);
    return outcome;
  };

  test("let it through where they would accept what was decided: the same, a newer version, or none", async () => {
    expect(await outcomeUnder(opsPolicy())).toBe("ok");
    expect(await outcomeUnder(opsPolicy({ version: 2 }))).toBe("ok");
    expect(await outcomeUnder(opsPolicy({ version: 2, validity: { uses: 5 } }))).toBe("ok");
    expect(await outcomeUnder()).toBe("ok");
  });

  test.each<[string, Policy[]]>([
    ["ask other people", [opsPolicy({ version: 2, approvers: ["group:finance"] })]],
    ["ask more people", [opsPolicy({ version: 2, quorum: 2 })]],
    ["ask still others as well", [opsPolicy(), opsPolicy({ id: "finance", approvers: ["group:finance"] })]],
    ["want a fact that was not shown", [opsPolicy({ version: 2, requires: ["amount"] })]],
  ])("stop it where they %s: back to review", async (_, policies) => {
    expect(await outcomeUnder(...policies)).toBe("policy_changed");
  });

  test("are asked before anything that is about the operation itself", async () => {
    const asked: string[] = [];
    const policies = [opsPolicy({ version: 2, quorum: 2 })];
    const { reply } = await confirmedUnder({ policies, risk: () => asked.push("risk") > 0 });
    expect([outcomeOf(reply), asked]).toEqual(["policy_changed", []]);
  });

  test("stop it where its grant is older than they allow by now", async () => {
    const hours = (minutes: number) => [opsPolicy({ validity: { uses: 1, minutes } })];
    const { world, allowed, call, foo } = approving({ policies: hours(60), ttlMs: 3_600_000 });
    const { confirm_token } = await allowed({ id: 7 });
    await world.clock.advance(10 * 60_000);
    const strict = world.process({ policies: hours(5) });
    expect(outcomeOf(await call({ id: 7, confirm_token }, {}, strict))).toBe("policy_changed");
    expect(foo.starts).toEqual([]);
  });

  test("stop what nobody was asked about when it was previewed", async () => {
    const { world, call, foo } = approving({ policies: [] });
    const { body } = await call({ id: 7 });
    const { confirm_token } = body as { confirm_token: string };
    const later = world.process({ policies: [opsPolicy()] });
    expect(outcomeOf(await call({ id: 7, confirm_token }, {}, later))).toBe("policy_changed");
    expect(foo.starts).toEqual([]);
  });

  test("count the uses themselves, also where two that start at once would be one too many by now", async () => {
    const many = [opsPolicy({ bind: "tool", validity: { uses: 20 } })];
    const { world, call, allowed, foo } = approving({ policies: many }, { category: "bulk" });
    const first = await allowed({ id: 1 });
    const { body } = await call({ id: 2 });
    const second = (body as { confirm_token: string }).confirm_token;
    const strict = [opsPolicy({ bind: "tool", validity: { uses: 1 } })];
    const [one, two] = [world.process({ policies: strict }), world.process({ policies: strict })];
    const outcomes = await Promise.all([
      call({ id: 1, confirm_token: first.confirm_token }, {}, one),
      call({ id: 2, confirm_token: second }, {}, two),
    ]);
    expect(outcomes.map(outcomeOf).sort()).toEqual(["ok", "policy_changed"]);
    expect(foo.starts).toHaveLength(1);
    expect(await spentOf(one, first.approval.id)).toBe(1);
  });
});

test("a grant for any call of the tool is found by a first call as long as the policies of that moment accept it", async () => {
  const bound = (changes: Partial<Policy> = {}) => [opsPolicy({ bind: "tool", validity: { uses: 5 }, ...changes })];
  const { world, call, allowed } = approving({ policies: bound() }, { category: "bulk" });
  await allowed({ id: 1 });
  const outcomeUnder = async (policies: Policy[]) => outcomeOf(await call({ id: 2 }, {}, world.process({ policies })));
  expect(await outcomeUnder(bound())).toBe("confirmation_required");
  expect(await outcomeUnder(bound({ version: 2 }))).toBe("confirmation_required");
  expect(await outcomeUnder(bound({ version: 3, approvers: ["group:finance"] }))).toBe("approval_pending");
});

test("another definition of the tool than the approved one is not let through, nor found again by a first call", async () => {
  const { world, allowed, process } = approving();
  const { confirm_token } = await allowed({ id: 7 });
  const later = world.process({ policies: [opsPolicy()] });
  const other = approving({}, { description: "Deletes a foo, and its backups." }).foo;
  const call = (args: object) => later.engine.call(other.tool, args, { requester: alice });
  expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("policy_changed/definition_changed");
  expect(outcomeOf(await call({ id: 7 }))).toBe("approval_pending");
  expect(other.starts).toEqual([]);
  expect(process.told("approval_requested")).toHaveLength(1);
});
