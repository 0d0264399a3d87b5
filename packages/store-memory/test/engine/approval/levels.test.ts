import type { Level } from "@holdpoint/tier2-core";
import { describe, expect, test, vi } from "vitest";
import { outcomeOf } from "../support/world.js";
import { alice, allow, approving, bob, carol, opsPolicy, pendingOf, tokenOf } from "./approving.js";

describe("a tool of L3 or L4", () => {
  test.each<Level>(["L3", "L4"])("%s fails at start-up where no policy says who decides", (level) => {
    const start = (tools: string[]) => {
      const { process, foo } = approving({ policies: [opsPolicy({ tools } as never)] }, { level });
      process.engine.register(foo.tool);
    };
    expect(() => start(["another_tool"])).toThrow(expect.objectContaining({ code: "level_unavailable" }));
    start(["delete_foo"]);
  });

  test("is refused to a call in nobody's name, at the first call and at the execution", async () => {
    const { call, process, foo, allowed } = approving({}, { level: "L3" });
    const nameless = { requester: { tokenId: alice.tokenId } };
    expect(outcomeOf(await call({ id: 7 }, nameless))).toBe("level_unavailable/subject_missing");
    expect(process.told("approval_requested")).toEqual([]);
    const { confirm_token } = await allowed({ id: 7 });
    expect(outcomeOf(await call({ id: 7, confirm_token }, nameless))).toBe("level_unavailable/subject_missing");
    expect(foo.starts).toEqual([]);
  });

  test("is refused before anything is computed where no policy could apply to it", async () => {
    const preview = vi.fn(() => ({ summary: "s", preview: {} }));
    const { call } = approving({ policies: [] }, { level: () => "L3", preview });
    expect(outcomeOf(await call({ id: 7 }))).toBe("level_unavailable/no_policy");
    expect(preview).not.toHaveBeenCalled();
  });

  test("is refused where its policies do not apply to this very call", async () => {
    const { call, process } = approving({ policies: [opsPolicy({ when: () => false })] }, { level: "L3" });
    expect(outcomeOf(await call({ id: 7 }))).toBe("level_unavailable/no_policy");
    expect(process.told("approval_requested")).toEqual([]);
  });

  test("runs for an agent that confirms everything exactly zero times until people have allowed it", async () => {
    for (const level of ["L3", "L4"] as const) {
      const { call, foo } = approving({}, { level });
      for (let times = 0; times < 50; times += 1) {
        const { body } = await call({ id: 7 });
        const confirm_token = "confirm_token" in body ? body.confirm_token : "cfm_whatever";
        await call({ id: 7, confirm_token });
      }
      expect(foo.starts).toEqual([]);
    }
  });

  test("L4 takes two people, whatever its policy says", async () => {
    const { call, process, foo } = approving({}, { level: "L4" });
    const { id } = pendingOf(await call({ id: 7 })).approval;
    await allow(process, id, bob);
    expect(outcomeOf(await call({ id: 7 }))).toBe("approval_pending");
    await allow(process, id, carol);
    expect(outcomeOf(await call({ id: 7, confirm_token: tokenOf(await call({ id: 7 })) }))).toBe("ok");
    expect(foo.starts[0]?.ctx.approval).toEqual({ id, approvers: ["user:bob", "user:carol"] });
  });

  test("whose level rose since it was allowed is not let through by fewer people", async () => {
    let level: Level = "L3";
    const { call, allowed, foo } = approving({}, { level: () => level });
    const { confirm_token } = await allowed({ id: 7 });
    level = "L4";
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("policy_changed");
    expect(foo.starts).toEqual([]);
  });

  test("is previewed and allowed first, also where it calls itself Tier 1", async () => {
    const { call, foo } = approving({}, { level: "L3", tier: 1 });
    expect(outcomeOf(await call({ id: 7 }))).toBe("approval_pending");
    expect(foo.starts).toEqual([]);
  });
});

test("a level that rose since the preview is not let through without an approval, whatever policies there are", async () => {
  let level: Level = "L1";
  const policies = [opsPolicy({ when: () => level === "L3" })];
  const { call, foo } = approving({ policies }, { level: () => level });
  const confirm_token = tokenOf(await call({ id: 7 }));
  level = "L3";
  expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("policy_changed");
  expect(foo.starts).toEqual([]);
});

test("L2 is refused to a client that cannot be asked, and nobody else is asked in its place", async () => {
  const { call, process, foo } = approving({}, { level: () => "L2" });
  expect(outcomeOf(await call({ id: 7 }))).toBe("level_unavailable/user_not_reachable");
  expect([foo.starts, process.told("approval_requested")]).toEqual([[], []]);
});
