import { toHttp, toToolResult } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../support/world.js";
import { alice, allow, approving, bob, deny, opsPolicy, pendingOf, tokenOf } from "./approving.js";

describe("a call that somebody has to allow", () => {
  test("runs nothing and has no token until then", async () => {
    const { call, foo } = approving();
    const reply = await call({ id: 7 });
    expect(reply.body).toEqual({
      status: "approval_pending",
      tool: "delete_foo",
      summary: "Will delete foo #7",
      approval: {
        id: expect.stringMatching(/^apr_/),
        status: "pending",
        decide_by: expect.stringMatching(/^2001-09-09T02:46:40/),
        approvers: ["group:ops"],
        quorum: { needed: 1, given: 0 },
      },
      retry_after_ms: 10_000,
      instructions: expect.stringContaining("neither done nor failed"),
    });
    expect(JSON.stringify([toToolResult(reply), toHttp(reply)])).not.toContain("cfm_");
    expect(foo.starts).toEqual([]);
  });

  test("is executed once it was allowed and confirmed, and once only", async () => {
    const { call, foo, process } = approving();
    const { id } = pendingOf(await call({ id: 7 })).approval;
    await allow(process, id);
    const confirm_token = tokenOf(await call({ id: 7 }));
    const done = await call({ id: 7, confirm_token });
    const again = await call({ id: 7, confirm_token });
    expect([outcomeOf(done), done.replayed, again.replayed]).toEqual(["ok", false, true]);
    expect(again.body).toEqual(done.body);
    expect(foo.starts).toHaveLength(1);
    expect(foo.starts[0]?.ctx.approval).toEqual({ id, approvers: ["user:bob"] });
  });

  test("joins the request that is open for the same, from any process, and tells of it once", async () => {
    const { call, world, process } = approving();
    const other = world.process({ policies: [opsPolicy()] });
    const replies = [await call({ id: 7 }), await call({ id: 7 }), await call({ id: 7 }, {}, other)];
    expect(new Set(replies.map((reply) => pendingOf(reply).approval.id)).size).toBe(1);
    expect([...process.told("approval_requested"), ...other.told("approval_requested")]).toHaveLength(1);
  });

  test("of sixty-four at once opens one request", async () => {
    const { call, process } = approving();
    const replies = await Promise.all(Array.from({ length: 64 }, () => call({ id: 7 })));
    expect(new Set(replies.map((reply) => pendingOf(reply).approval.id)).size).toBe(1);
    expect(process.told("approval_requested")).toHaveLength(1);
    expect((await process.engine.approvals.list({ approver: bob })).items).toHaveLength(1);
  });

  test("about something else opens another, and its notification says how many are open", async () => {
    const { call, process } = approving();
    const first = pendingOf(await call({ id: 1 })).approval.id;
    await call({ id: 2 });
    await allow(process, first);
    await call({ id: 3 });
    expect(process.told("approval_requested").map((event) => "open" in event && event.open)).toEqual([1, 2, 2]);
  });

  test("is refused, with a time to come back, where too many wait already", async () => {
    const { call } = approving();
    for (let id = 1; id <= 20; id += 1) pendingOf(await call({ id }));
    const { body } = await call({ id: 21 });
    expect(body).toMatchObject({ reason: "not_possible", detail: "too_many_requests", retry_after_ms: 60_000 });
  });

  test("shows the approver what the caller sees, without what is secret", async () => {
    const { call, process } = approving({}, { secrets: ["password"] });
    const { id } = pendingOf(await call({ id: 7, password: "hunter2" })).approval;
    const shown = await process.engine.approvals.get(id, { approver: bob });
    expect(shown).toMatchObject({
      ...{ summary: "Will delete foo #7", preview: { foo_id: 7 }, params: { id: 7 }, requester: alice, server: "shop" },
    });
    expect(JSON.stringify([shown, process.connection.operations, process.events])).not.toContain("hunter2");
  });

  test("is refused where its preview lacks a fact that a policy requires, and nobody is asked", async () => {
    const { call, process } = approving({ policies: [opsPolicy({ requires: ["amount", "target"] })] });
    const { body } = await call({ id: 7 });
    expect(body).toMatchObject({
      ...{ status: "rejected", reason: "not_possible", detail: "facts_missing" },
      error: expect.stringContaining("amount, target"),
    });
    expect(process.told("approval_requested")).toEqual([]);
  });
});

describe("after a denial", () => {
  test("the next call asks anew, and the new request carries how the last one ended", async () => {
    const { call, process } = approving();
    const { id } = pendingOf(await call({ id: 7 })).approval;
    await deny(process, id, "not on a Friday");
    const { approval } = pendingOf(await call({ id: 7 }));
    expect(approval.id).not.toBe(id);
    expect(approval.previous).toEqual({
      ...{ id, status: "denied", by: "user:bob", reason: "not on a Friday" },
      at: expect.stringMatching(/^2001-09-09T/),
    });
  });

  test("with a cool-down the same call hears it again, and why, until that is over", async () => {
    const { call, process, world } = approving({ policies: [opsPolicy({ coolDownMinutes: 5 })] });
    await deny(process, pendingOf(await call({ id: 7 })).approval.id, "not on a Friday");
    const { body } = await call({ id: 7 });
    expect(body).toMatchObject({ reason: "denied", detail: "not on a Friday", retry_after_ms: 300_000 });
    expect(body).toMatchObject({ error: expect.stringContaining("not on a Friday") });
    await world.clock.advance(300_000);
    pendingOf(await call({ id: 7 }));
  });
});

describe("where an approver finds the request", () => {
  const linkOf = async (reviewUrl: (id: string) => string) =>
    pendingOf(await approving({ reviewUrl }).call({ id: 7 })).approval.review_url;

  test("is told if the application knows", async () => {
    expect(await linkOf((id) => `https://review.example/${id}`)).toMatch(/^https:\/\/review\.example\/apr_/);
  });

  test("is left out if it does not, or fails to say", async () => {
    const fail = () => {
      throw new Error("no router yet");
    };
    for (const silent of [fail, () => "", () => 7 as unknown as string]) expect(await linkOf(silent)).toBeUndefined();
  });
});

describe("a call that no policy applies to", () => {
  test("costs no trip to the store that it would not cost without policies", async () => {
    const policies = [opsPolicy({ tools: ["another_tool"] } as never), opsPolicy({ id: "big", above: big } as never)];
    const asked = async (process: ReturnType<typeof approving>["process"], { foo }: ReturnType<typeof approving>) => {
      const confirm_token = tokenOf(await process.call(foo.tool, { id: 7 }));
      await process.call(foo.tool, { id: 7, confirm_token });
      await process.call(foo.tool, { id: 7, confirm_token });
      return process.connection.asked;
    };
    const small = { material: { amount: { value: "1.00", currency: "EUR" } } };
    const preview = () => ({ summary: "s", preview: {}, ...small });
    const without = approving({ policies: [] }, { preview });
    const beside = approving({ policies }, { preview });
    expect(await asked(beside.process, beside)).toEqual(await asked(without.process, without));
  });

  test("of a Tier-1 tool runs at once; where one may apply it is previewed first", async () => {
    const outcome = async (tools: string[]) => {
      const { call } = approving({ policies: [opsPolicy({ tools } as never)] }, { tier: 1 });
      return outcomeOf(await call({ id: 7 }));
    };
    expect(await outcome(["another_tool"])).toBe("ok");
    expect(await outcome(["delete_foo"])).toBe("approval_pending");
  });

  test("is not asked for where only its amount might have asked for it", async () => {
    const amount = (value: string) => ({ value, currency: "EUR" });
    const of = (value: string) => {
      const preview = () => ({ summary: "s", preview: {}, material: { amount: amount(value) } });
      return approving({ policies: [opsPolicy({ above: big })] }, { preview, tier: 1 });
    };
    const [small, large] = [of("100.00"), of("100.01")];
    expect(outcomeOf(await small.call({ id: 7 }))).toBe("confirmation_required");
    expect(outcomeOf(await large.call({ id: 7 }))).toBe("approval_pending");
    expect(small.process.engine.tools()).toEqual([{ name: "delete_foo", tier: 2, because: "policy" }]);
  });
});

const big = { value: "100.00", currency: "EUR" };
