import { NotExecuted } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { routeOf, routes } from "../../src/entry/routes.js";
import { audited, bob, deleteFoo, opsPolicy } from "../support/audited.js";
import { said } from "../support/judged.js";

test("an operation, from what was proposed to what was done: each told once", async () => {
  const { preview, call, told, sink } = audited();
  const confirm_token = await preview(7);
  await call({ id: 7, confirm_token });
  await call({ id: 7, confirm_token });
  expect(await told()).toEqual([
    ...["decided:proposed", "done:claimed", "decided:intent", "done:completed", "done:replayed"],
  ]);
  expect(await said(sink.lines)).toBe("ok");
});

test("an approval, from the question to the use", async () => {
  const { t, call, told, entries } = audited({}, { policies: [opsPolicy] });
  const waiting = await call({ id: 7 });
  const id = waiting.body.status === "approval_pending" ? waiting.body.approval.id : "";
  const approval = await t.approvals.get(id, { approver: bob });
  const actionDigest = approval?.actionDigest ?? "";
  await t.approvals.allow(id, { approver: bob, actionDigest, reason: "checked the orders" });
  const first = await call({ id: 7 });
  await call({ id: 7, confirm_token: first.body.status === "confirmation_required" ? first.body.confirm_token : "" });
  expect(await told()).toEqual([
    ...["decided:approval_requested", "decided:approval_allowed", "decided:proposed"],
    ...["done:claimed", "decided:intent", "done:completed"],
  ]);
  const intent = (await entries()).find(({ body }) => body.type === "intent")?.body;
  expect(intent).toMatchObject({
    ...{ tool: "delete_foo", server: "test", requester: { tokenId: "test-token", subject: "user:test" } },
    ...{ summary: "Will delete foo #7", preview: { foo_id: 7 }, params: { id: 7 } },
    ...{ credential: "shop-admin", target: "foo/7" },
    policies: { requested: [{ id: "deletions", version: 1 }], allowed: [{ id: "deletions", version: 1 }] },
    approval: { id, actionDigest, allows: [{ approver: "user:bob", reason: "checked the orders", actionDigest }] },
  });
  const done = (await entries()).find(({ body }) => body.type === "completed")?.body;
  expect(done).toMatchObject({ credential: "shop-admin", target: "foo/7", resultDigest: expect.any(String) });
});

test.each([
  ["failed", () => Promise.reject(new Error("boom"))],
  ["not_executed", () => Promise.reject(new NotExecuted("closed"))],
])("%s is told as that, once", async (type, execute) => {
  const { preview, call, told } = audited({}, {}, deleteFoo(execute as never));
  await call({ id: 7, confirm_token: await preview(7) });
  expect((await told()).filter((each) => each === `done:${type}`)).toHaveLength(1);
});

test("a refusal is a decision, with its reason", async () => {
  const { call, entries } = audited();
  await call({ id: 7, confirm_token: "cfm_nothing" });
  const [{ entry, body } = {}] = await entries();
  expect([entry?.kind, body?.type, body?.reason]).toEqual(["decided", "refused", "unknown_or_used"]);
});

test("an error is told without its stack", async () => {
  const boom = () => {
    throw new Error("boom", { cause: new Error("why") });
  };
  const { preview, call, entries } = audited({}, {}, deleteFoo(boom));
  await call({ id: 7, confirm_token: await preview(7) });
  const failed = (await entries()).find(({ body }) => body.type === "failed")?.body;
  expect(failed?.error).toEqual({ name: "Error", message: "boom", cause: { name: "Error", message: "why" } });
});

describe("the table of events", () => {
  const people = [
    ...["approval_requested", "approval_allowed", "approval_denied", "approval_revoked", "approval_withdrawn"],
    ...["approval_superseded", "approval_escalated", "glass_broken", "review_closed"],
  ] as const;
  const endings = ["completed", "failed", "not_executed", "rolled_back", "reconciled"] as const;
  const seen = [
    "claimed",
    "replayed",
    "in_doubt",
    "completion_missing",
    "completion_unrecorded",
    "contradicted",
  ] as const;

  test("has from the journal what must be on record: people's words, intents, endings and settlements", () => {
    for (const type of [...people, "intent", ...endings] as const)
      expect(`${type} ${routes[type].by}`).toBe(`${type} journal`);
  });

  test("puts nothing that was done among what was decided, nor the other way", () => {
    for (const type of [...people, "proposed", "intent", "refused"] as const) {
      expect(`${type} ${routes[type].kind}`).toBe(`${type} decided`);
    }
    for (const type of [...endings, ...seen]) expect(`${type} ${routes[type].kind}`).toBe(`${type} done`);
  });

  test("takes a type that a later core has by its events", () => {
    expect(routeOf("of_a_later_version")).toEqual({ kind: "done", by: "events" });
    expect(routeOf("__proto__")).toEqual({ kind: "done", by: "events" });
  });
});
