import { defineTier2Tool, NotExecuted, refuse } from "@holdpoint/tier2-core";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Crashed, testTier2 } from "../src/testing.js";

function foos(execute: () => unknown = () => {}, reconcile?: () => { outcome: "completed"; message: string }) {
  const ran = vi.fn(execute);
  const deleteFoo = defineTier2Tool({
    name: "delete_foo",
    category: "delete",
    input: z.object({ id: z.number() }),
    preview: ({ id }) => (id === 404 ? refuse("No such foo.") : { summary: `Will delete foo #${id}`, preview: { id } }),
    execute: ({ id }) => (ran() as never) ?? { message: `Foo ${id} deleted` },
    ...(reconcile && { reconcile }),
  });
  return { deleteFoo, ran };
}

test("a confirm after five minutes is refused and deletes nothing", async () => {
  const t = testTier2();
  const { deleteFoo, ran } = foos();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  await t.advance({ minutes: 6 });
  const late = await t.call(deleteFoo, { id: 7, confirm_token });
  expect(late.body).toMatchObject({ status: "rejected", reason: "expired" });
  expect(ran).not.toHaveBeenCalled();
});

test("another requester cannot use the token; a replay runs nothing", async () => {
  const t = testTier2();
  const { deleteFoo, ran } = foos();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  const stolen = await t.as({ tokenId: "mallory" }).call(deleteFoo, { id: 7, confirm_token });
  expect(stolen.body).toMatchObject({ reason: "wrong_owner" });
  const first = await t.call(deleteFoo, { id: 7, confirm_token });
  const again = await t.call(deleteFoo, { id: 7, confirm_token });
  expect([again.body, again.replayed]).toEqual([first.body, true]);
  expect(ran).toHaveBeenCalledTimes(1);
  // @ts-expect-error args are typed
  expect((await t.call(deleteFoo, { id: "7" })).body).toMatchObject({ reason: "invalid_params" });
});

test("preview answers the preview, and throws with the answer where there is none", async () => {
  const t = testTier2();
  const { deleteFoo } = foos();
  expect(await t.preview(deleteFoo, { id: 7 })).toMatchObject({ summary: "Will delete foo #7", preview: { id: 7 } });
  await expect(t.preview(deleteFoo, { id: 404 })).rejects.toThrow("No such foo.");
});

test("whoever a policy asks decides through the same engine, also in the process that goes on after a crash", async () => {
  const policy = { id: "deletions", version: 1, scope: "named", tools: ["delete_foo"], onDeadline: "lapse" } as const;
  const t = testTier2({ policies: [{ ...policy, approvers: ["user:bob"], validity: { uses: 2 } }] });
  const { deleteFoo, ran } = foos();
  const approver = { id: "user:bob", kind: "human" } as const;
  const waits = await t.call(deleteFoo, { id: 7 });
  const [asked] = (await t.approvals.list({ approver })).items;
  expect(waits.body).toMatchObject({ status: "approval_pending", approval: { id: asked?.id } });
  const { id = "", actionDigest = "" } = asked ?? {};
  expect(await t.approvals.allow(id, { approver, actionDigest, reason: "fine" })).toMatchObject({ ok: true });
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  t.crashInExecute();
  await expect(t.call(deleteFoo, { id: 7, confirm_token })).rejects.toThrow(Crashed);
  await t.advance({ minutes: 2 });
  const [doubt] = (await t.operations.inDoubt()).items;
  expect((await t.approvals.get(id, { approver }))?.spent).toMatchObject([{ operationId: doubt?.operationId }]);
  const decision = { by: approver, reason: "it is still there", as: { outcome: "not_executed" } } as const;
  expect(await t.operations.settle(doubt?.operationId ?? "", decision)).toEqual({ ok: true });
  expect((await t.approvals.get(id, { approver }))?.spent).toEqual([]);
  expect(ran).toHaveBeenCalledTimes(1);
});

test("events are kept, over all requesters, and the test's own observer hears them too", async () => {
  const onEvent = vi.fn();
  const t = testTier2({ onEvent });
  const { deleteFoo } = foos();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  await t.as({ tokenId: "mallory" }).call(deleteFoo, { id: 7, confirm_token });
  await t.call(deleteFoo, { id: 7, confirm_token });
  expect(t.events.map(({ type }) => type)).toEqual(["proposed", "refused", "claimed", "completed"]);
  expect(onEvent.mock.calls.map(([event]) => event)).toEqual(t.events);
});

test("the engine is there for hand-written handlers", async () => {
  const t = testTier2();
  const about = { tokenId: "alice", toolName: "delete_foo", params: { id: 7 } };
  const confirm_token = await t.engine.issueToken(about);
  expect(await t.engine.consumeToken({ ...about, confirm_token })).toMatchObject({ ok: true });
});

test("options are the engine's own", async () => {
  const t = testTier2({ ttlMs: 1_000, authorize: ({ tokenId }) => tokenId !== "mallory" });
  const { deleteFoo } = foos();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  expect((await t.as({ tokenId: "mallory" }).call(deleteFoo, { id: 7 })).body).toMatchObject({
    reason: "access_revoked",
  });
  await t.advance({ ms: 1_000 });
  expect((await t.call(deleteFoo, { id: 7, confirm_token })).body).toMatchObject({ reason: "expired" });
});

test("two test engines share nothing", async () => {
  const { deleteFoo } = foos();
  const { confirm_token } = await testTier2().preview(deleteFoo, { id: 7 });
  expect((await testTier2().call(deleteFoo, { id: 7, confirm_token })).body).toMatchObject({
    reason: "unknown_or_used",
  });
});

describe("crashInExecute", () => {
  async function crashed(reconcile?: Parameters<typeof foos>[1]) {
    const t = testTier2();
    const foo = foos(undefined, reconcile);
    const { confirm_token } = await t.preview(foo.deleteFoo, { id: 7 });
    t.crashInExecute();
    await expect(t.call(foo.deleteFoo, { id: 7, confirm_token })).rejects.toThrow(Crashed);
    return { t, ...foo, retry: () => t.call(foo.deleteFoo, { id: 7, confirm_token }) };
  }

  test("the effect has happened, and the retry hears in_flight, then in_doubt", async () => {
    const { t, ran, retry } = await crashed();
    expect(ran).toHaveBeenCalledTimes(1);
    expect((await retry()).body).toMatchObject({ detail: "in_flight" });
    await t.advance({ minutes: 1 });
    expect((await retry()).body).toMatchObject({ detail: "in_doubt" });
    expect(ran).toHaveBeenCalledTimes(1);
  });

  test("the next process reconciles", async () => {
    const { t, ran, retry } = await crashed(() => ({ outcome: "completed", message: "It was deleted." }));
    await t.advance({ minutes: 1 });
    expect((await retry()).body).toMatchObject({ status: "ok", message: "It was deleted." });
    expect(ran).toHaveBeenCalledTimes(1);
  });

  test("its sweeper reports the missing completion by itself", async () => {
    const { t, deleteFoo } = await crashed();
    await t.preview(deleteFoo, { id: 8 });
    await t.advance({ minutes: 3 });
    expect(t.events.filter(({ type }) => type === "completion_missing")).toMatchObject([{ tool: "delete_foo" }]);
  });

  test("only one process dies: the next execution is recorded", async () => {
    const { t, deleteFoo } = await crashed();
    const { confirm_token } = await t.preview(deleteFoo, { id: 8 });
    expect((await t.call(deleteFoo, { id: 8, confirm_token })).status).toBe("ok");
    expect((await t.call(deleteFoo, { id: 8, confirm_token })).replayed).toBe(true);
  });

  test("the dead process says nothing more", async () => {
    const { t } = await crashed();
    const before = t.events.length;
    await t.advance({ minutes: 10 });
    expect(t.events.slice(before)).toEqual([]);
  });

  test("for whom else it was running, it has crashed too", async () => {
    const t = testTier2();
    let release: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [one, other] = [foos(), foos(() => slow.then(() => ({ message: "late" })))];
    const [a, b] = [await t.preview(one.deleteFoo, { id: 7 }), await t.preview(other.deleteFoo, { id: 8 })];
    const second = t.call(other.deleteFoo, { id: 8, confirm_token: b.confirm_token });
    const heard = expect(second).rejects.toThrow(Crashed);
    await t.advance({});
    t.crashInExecute();
    await expect(t.call(one.deleteFoo, { id: 7, confirm_token: a.confirm_token })).rejects.toThrow(Crashed);
    await heard;
    release();
    await t.advance({ minutes: 1 });
    const retry = await t.call(other.deleteFoo, { id: 8, confirm_token: b.confirm_token });
    expect(retry.body).toMatchObject({ detail: "in_doubt" });
  });

  test("what ends without a handler kills nobody: a refusal is recorded, and the next handler dies", async () => {
    let allowed = true;
    const t = testTier2({ isEnabled: () => allowed });
    const { deleteFoo } = foos();
    const [a, b] = [await t.preview(deleteFoo, { id: 7 }), await t.preview(deleteFoo, { id: 7 })];
    t.crashInExecute();
    allowed = false;
    const refused = await t.call(deleteFoo, { id: 7, confirm_token: a.confirm_token });
    expect(refused.body).toMatchObject({ reason: "tool_disabled" });
    allowed = true;
    await expect(t.call(deleteFoo, { id: 7, confirm_token: b.confirm_token })).rejects.toThrow(Crashed);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    [
      "says NotExecuted",
      () => {
        throw new NotExecuted("no");
      },
    ],
    ["refuses", () => refuse("no")],
  ])("a handler that %s dies at its end all the same", async (_how, execute) => {
    const t = testTier2();
    const { deleteFoo } = foos(execute);
    const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
    t.crashInExecute();
    await expect(t.call(deleteFoo, { id: 7, confirm_token })).rejects.toThrow(Crashed);
    expect((await t.call(deleteFoo, { id: 7, confirm_token })).body).toMatchObject({ detail: "in_flight" });
  });

  test("a hand-written handler hears of the crash where it records its completion", async () => {
    const t = testTier2();
    const about = { tokenId: "alice", toolName: "delete_foo", params: { id: 7 } };
    const { engine } = t;
    const confirm_token = await engine.issueToken(about);
    await engine.consumeToken({ ...about, confirm_token });
    t.crashInExecute();
    await expect(engine.recordCompletion(confirm_token, { done: true })).rejects.toThrow(Crashed);
    expect(await t.engine.consumeToken({ ...about, confirm_token })).toMatchObject({ detail: "in_flight" });
  });

  test("a process that died keeps no timer running", async () => {
    const { t } = await crashed();
    const started = performance.now();
    await t.advance({ minutes: 24 * 60 });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
