import { refuse, type Tier2Event, toHttp, toToolResult } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { allow, approving, bob, opsPolicy, pendingOf, shownTo, tokenOf } from "./approving.js";

const policy = { id: "deletions", version: 1 };
const lasting = opsPolicy({ validity: { uses: 3, minutes: 30 } });

describe("beside the answers of a call that somebody allowed", () => {
  test("stands its approval: while it waits, when it may be confirmed, once it ran, and in each replay", async () => {
    const { call, process } = approving({ policies: [lasting] });
    const waits = await call({ id: 7 });
    const { id } = pendingOf(waits).approval;
    await allow(process, id);
    const previewed = await call({ id: 7 });
    const confirm_token = tokenOf(previewed);
    const done = await call({ id: 7, confirm_token });
    const again = await call({ id: 7, confirm_token });
    const metas = [waits, previewed, done, again].map((reply) => toToolResult(reply)._meta?.["holdpoint/approval"]);
    const { operationId } = done;
    const approved = {
      id,
      status: "approved",
      policy,
      valid_until: "2001-09-09T02:16:40.000Z",
      operation_id: operationId,
    };
    expect(metas).toEqual([
      { id, status: "pending", policy },
      { ...approved, uses_left: 3 },
      { ...approved, uses_left: 2 },
      { ...approved, uses_left: 2 },
    ]);
    expect([waits, previewed, done, again].map((reply) => toHttp(reply).headers["Tier2-Approval-Id"])).toEqual([
      ...[id, id, id, id],
    ]);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(done.body));
  });

  test("also where its system of record said later that it ran", async () => {
    const { world, call, allowed, process, foo } = approving(
      {},
      { execute: () => new Promise<never>(() => {}), reconcile: () => ({ outcome: "completed", message: "deleted" }) },
    );
    const { confirm_token, approval } = await allowed({ id: 7 });
    void call({ id: 7, confirm_token });
    await world.clock.advance(0);
    process.die();
    await world.clock.advance(60_000);
    const second = world.process({ policies: [opsPolicy()], tools: [foo.tool] });
    const reply = await call({ id: 7, confirm_token }, {}, second);
    expect(reply).toMatchObject({
      status: "ok",
      replayed: true,
      approval: { id: approval.id, status: "approved", policy },
    });
  });

  test("stands nothing beside a refusal: what nobody did, nobody's approval was used for", async () => {
    const { call, allowed } = approving({}, { execute: () => refuse("gone already") });
    const { confirm_token } = await allowed({ id: 7 });
    expect(await call({ id: 7, confirm_token })).not.toHaveProperty("approval");
  });

  test("stands nothing where nobody had to allow it", async () => {
    const { call } = approving({ policies: [] });
    const first = await call({ id: 7 });
    const done = await call({ id: 7, confirm_token: tokenOf(first) });
    for (const reply of [first, done]) {
      expect(reply).not.toHaveProperty("approval");
      expect(toToolResult(reply)._meta).toEqual({ "holdpoint/operation_id": reply.operationId });
    }
  });
});

describe("the intent in the journal, and the completion", () => {
  const journaled = async (options: Parameters<typeof approving>[0], changes: Parameters<typeof approving>[1] = {}) => {
    const journal: Tier2Event[] = [];
    const world = approving({ ...options, journal: async (event) => void journal.push(event) }, changes);
    const { confirm_token, approval } = await world.allowed({ id: 7 });
    const later = world.world.process({
      ...options,
      policies: options?.policies ?? [],
      journal: async (event) => void journal.push(event),
    });
    return { ...world, journal, approval, confirm: (on = later) => world.call({ id: 7, confirm_token }, {}, on) };
  };
  const under = (journal: readonly Tier2Event[]) =>
    journal.flatMap((event) => ("checks" in event ? [[event.type, event.policies, event.approval, event.checks]] : []));

  test("say which rule asked, which one let it through, who allowed it when, why and what, and who answered for what", async () => {
    const options = { policies: [opsPolicy()], authorize: () => true, risk: () => true };
    const preview = () => ({ summary: "s", preview: {}, stateVersion: "v1" });
    const { journal, confirm, approval, world, process } = await journaled(options, { preview });
    const changed = world.process({
      ...options,
      policies: [opsPolicy({ version: 2 })],
      journal: async (event) => void journal.push(event),
    });
    await confirm(changed);
    const policies = { requested: [policy], allowed: [{ id: "deletions", version: 2 }] };
    const { actionDigest } = await shownTo(process, approval.id);
    const word = {
      approver: "user:bob",
      groups: ["ops"],
      reason: "looked at it",
      actionDigest,
      atMs: expect.any(Number),
    };
    const by = { id: approval.id, approvers: ["user:bob"], actionDigest, allows: [word] };
    const checks = {
      ...{ authorize: "application", enabled: "none", policy: "holdpoint", state: "holdpoint" },
      ...{ risk: "application", duplicate: "holdpoint" },
    };
    expect(under(journal)).toEqual([
      ["intent", policies, by, checks],
      ["completed", policies, by, checks],
    ]);
  });

  test("say that a check was nobody's", async () => {
    const { journal, confirm } = await journaled(
      { policies: [opsPolicy()], isEnabled: () => true },
      { duplicates: "allow" },
    );
    await confirm();
    expect(journal.find(({ type }) => type === "intent")).toMatchObject({
      checks: { authorize: "none", enabled: "application", state: "none", risk: "none", duplicate: "none" },
    });
  });

  test("mark what one person let through in an emergency", async () => {
    const journal: Tier2Event[] = [];
    const glass = opsPolicy({ approvers: ["user:dave"], breakGlass: { approvers: ["group:ops"], minutes: 5 } });
    const { call, process, foo } = approving({ policies: [glass], journal: async (event) => void journal.push(event) });
    const { id } = pendingOf(await call({ id: 7 })).approval;
    const { actionDigest } = await shownTo(process, id);
    const word = { approver: bob, actionDigest, reason: "site is down", evidence: "incident 42" };
    expect(await process.engine.approvals.breakGlass(id, word)).toMatchObject({ ok: true });
    await call({ id: 7, confirm_token: tokenOf(await call({ id: 7 })) });
    expect(foo.starts).toHaveLength(1);
    const { evidence, reason } = word;
    const marked = { id, approvers: ["user:bob"], breakGlass: true, evidence, actionDigest, allows: [{ reason }] };
    expect(journal.flatMap((event) => ("checks" in event ? [event.approval] : []))).toMatchObject([marked, marked]);
  });
});

test("a policy by which anybody may decide is told once, at start-up", () => {
  const { process } = approving({ policies: [opsPolicy(), opsPolicy({ id: "open", version: 3, approvers: ["*"] })] });
  expect(process.told("catch_all")).toMatchObject([{ policy: { id: "open", version: 3 } }]);
});

test("policies that do not hold together stop the start-up, and the place is named", () => {
  expect(() => approving({ policies: [opsPolicy({ validity: { uses: 0 } })] })).toThrow(
    expect.objectContaining({ code: "invalid_setup", message: expect.stringContaining("policies[0].validity.uses") }),
  );
});
