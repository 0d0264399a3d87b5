import { defineTier2Tool, type JournalContext, type Tier2Event } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import {
  alice,
  allow,
  approving,
  bob,
  carol,
  deny,
  opsPolicy,
  pendingOf,
  revoke,
  shownTo,
} from "./approval/approving.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

const kept = (journal: Tier2Event[]) => async (event: Tier2Event) => void journal.push(event);
const typesOf = (journal: readonly Tier2Event[]) => journal.map(({ type }) => type);

describe("what people decide is journaled before it is answered", () => {
  test("the request with all that was shown, and a yes with who, why and of what", async () => {
    const journal: Tier2Event[] = [];
    const { call, process } = approving({ journal: kept(journal) });
    const { id } = pendingOf(await call({ id: 7 })).approval;
    const { actionDigest } = await shownTo(process, id);
    const policies = [{ id: "deletions", version: 1 }];
    expect(journal).toMatchObject([
      { type: "approval_requested", approvalId: id, actionDigest, policies, preview: { foo_id: 7 }, params: { id: 7 } },
    ]);
    await allow(process, id);
    expect(journal[1]).toMatchObject({
      type: "approval_allowed",
      by: "user:bob",
      reason: "looked at it",
      actionDigest,
    });
  });

  test("a no, a revoke, a withdrawal, a broken glass and its review", async () => {
    const journal: Tier2Event[] = [];
    const glass = opsPolicy({ breakGlass: { approvers: ["group:ops"], minutes: 5 } });
    const scene = approving({ policies: [glass], journal: kept(journal) });
    const { call, process, allowed } = scene;
    await deny(process, pendingOf(await call({ id: 1 })).approval.id);
    const { approval } = await allowed({ id: 2 });
    await revoke(scene, approval.id);
    const { approvals } = process.engine;
    const withdrawn = pendingOf(await call({ id: 3 })).approval.id;
    await approvals.withdraw(withdrawn, { requester: alice, reason: "not needed" });
    const broken = pendingOf(await call({ id: 4 })).approval.id;
    const { actionDigest } = await shownTo(process, broken);
    await approvals.breakGlass(broken, { approver: bob, actionDigest, reason: "down", evidence: "incident 42" });
    await approvals.closeReview(broken, { approver: carol, reason: "was right" });
    expect(typesOf(journal).filter((type) => type !== "approval_requested")).toEqual([
      ...["approval_denied", "approval_allowed", "approval_revoked", "approval_withdrawn"],
      ...["glass_broken", "review_closed"],
    ]);
  });

  test("that a request was superseded, or passed on to the next approvers", async () => {
    const journal: Tier2Event[] = [];
    const escalating = opsPolicy({ bind: "tool", onDeadline: "escalate", escalateTo: ["user:carol"] });
    const { call, world } = approving({ policies: [escalating], journal: kept(journal) });
    await call({ id: 7 });
    await world.clock.advance(3_600_000);
    await call({ id: 7 });
    const changed = world.process({ policies: [opsPolicy({ bind: "tool", version: 2 })], journal: kept(journal) });
    await call({ id: 7 }, {}, changed);
    expect(typesOf(journal)).toEqual([
      ...["approval_requested", "approval_escalated", "approval_superseded", "approval_requested"],
    ]);
  });

  test("a journal that fails is told, and the decision stands: what it lets through must have an intent", async () => {
    let isAway = true;
    const { call, process, allowed, foo } = approving({
      journal: async () => {
        if (isAway) throw new Error("disk full");
      },
    });
    const { confirm_token } = await allowed({ id: 7 });
    expect(process.told("hook_failed")).toMatchObject([
      { hook: "journal", error: { message: "disk full" } },
      { hook: "journal", error: { message: "disk full" } },
    ]);
    isAway = false;
    expect(await call({ id: 7, confirm_token })).toMatchObject({ status: "ok" });
    expect(foo.starts).toHaveLength(1);
  });
});

test("what is settled is journaled, with who said so", async () => {
  const journal: Tier2Event[] = [];
  const world = aWorld();
  const first = world.process();
  const { tool } = fooTool({ execute: () => new Promise<never>(() => {}) });
  const confirm_token = await first.preview(tool, { id: 7 });
  void first.call(tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  first.die();
  await world.clock.advance(60_000);
  const second = world.process({ tools: [tool], journal: kept(journal) });
  const [doubt] = (await second.engine.operations.inDoubt()).items;
  const as = { outcome: "completed", message: "deleted" } as const;
  await second.engine.operations.settle(doubt?.operationId ?? "", { by: bob, reason: "looked", as });
  const resultDigest = expect.any(String);
  expect(journal).toMatchObject([
    { type: "reconciled", outcome: "completed", by: "user:bob", reason: "looked", resultDigest },
  ]);
});

describe("hand-written code", () => {
  const given = { tokenId: "alice", toolName: "delete_foo", params: { id: 7 } };

  test("has its intent and its completion journaled", async () => {
    const journal: Tier2Event[] = [];
    const { engine } = aWorld().process({ journal: kept(journal) });
    const confirm_token = await engine.issueToken({ ...given, preview: { foo_id: 7 } });
    expect(await engine.consumeToken({ ...given, confirm_token })).toMatchObject({ ok: true });
    await engine.recordCompletion(confirm_token, { done: true });
    expect(journal).toMatchObject([
      { type: "intent", tool: "delete_foo", preview: { foo_id: 7 } },
      { type: "completed", tool: "delete_foo", resultDigest: expect.any(String) },
    ]);
    expect(journal[0]?.operationId).toBe(journal[1]?.operationId);
  });

  test("is told not to start where its intent cannot be written, for good", async () => {
    let isAway = true;
    const { engine } = aWorld().process({
      journal: async () => {
        if (isAway) throw new Error("disk full");
      },
    });
    const confirm_token = await engine.issueToken(given);
    const refused = { ok: false, reason: "not_executed", detail: "journal_unavailable" };
    expect(await engine.consumeToken({ ...given, confirm_token })).toMatchObject(refused);
    isAway = false;
    expect(await engine.consumeToken({ ...given, confirm_token })).toMatchObject({
      ok: true,
      completed: { isError: true },
    });
  });
});

describe("commitments to secret arguments", () => {
  async function withIntent(secrets: `${string}.${string}`[], args: object) {
    const contexts: [Tier2Event, JournalContext][] = [];
    const { call, preview } = aWorld().process({
      journal: async (event, within) => void contexts.push([event, within]),
    });
    const tool = defineTier2Tool({
      name: "delete_foo",
      category: "delete",
      secrets,
      preview: () => ({ summary: "s", preview: {} }),
      execute: () => ({ message: "done" }),
    });
    await call(tool, { ...args, confirm_token: await preview(tool, args) });
    return contexts;
  }

  test("are made with the intent, of each secret with its place and its canonical JSON", async () => {
    const args = { id: 7, smtp: { password: "hunter2" }, users: [{ pin: 1234 }, { pin: null }, {}] };
    const [[intent, within] = []] = await withIntent(["smtp.password", "users.pin"], args);
    expect(intent?.type).toBe("intent");
    expect(within?.commitments?.((path, value) => [path, value])).toEqual([
      ["smtp.password", '"hunter2"'],
      ["users.0.pin", "1234"],
      ["users.1.pin", "null"],
    ]);
    expect(JSON.stringify([intent, within])).not.toContain("hunter2");
  });

  test("are not there where a call has no secrets, nor with anything but an intent", async () => {
    expect((await withIntent([], { id: 7 })).map(([, within]) => "commitments" in within)).toEqual([false, false]);
    const asked = (await withIntent(["card.pin"], { card: { pin: 1 } })).map(([, within]) => "commitments" in within);
    expect(asked).toEqual([true, false]);
  });
});
