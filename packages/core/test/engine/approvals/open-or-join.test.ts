import { expect, test } from "vitest";
import type { Asked } from "../../../src/engine/approvals/open-or-join.js";
import { approvalWorld, asked, human, minuteMs, requester, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

function onStore() {
  const store = new WorldStore();
  const world = approvalWorld(store);
  /** The approval that a call meets. */
  const meet = async (ask = asked(), how = {}) => {
    const found = await world.open(ask, how);
    if (found.kind !== "standing") throw new Error(found.kind);
    const { approval, ...rest } = found;
    return { ...rest, id: approval.id, request: approval.request };
  };
  return { store, ...world, meet };
}

test("a call joins what is open, however often it asks, and nobody is told again", async () => {
  const { meet, told, store } = onStore();
  const first = await meet();
  const { writes } = store;
  for (let poll = 0; poll < 5; poll += 1) expect(await meet()).toMatchObject({ id: first.id, opened: false });
  expect(store.writes).toBe(writes);
  expect(told("approval_requested")).toHaveLength(1);
});

const differing = {
  "another requester": { requester: { tokenId: "agent-8", subject: "user:ada" } },
  "the same token in another person's name": { requester: { tokenId: "agent-7", subject: "user:eve" } },
  "another tool": { tool: "wire" },
  "other params": { params: { to: "bolt" } },
  "another amount": { material: { amount: { value: "901.00", currency: "EUR" }, destination: "acme" } },
  "another destination": { material: { amount: { value: "900.00", currency: "EUR" }, destination: "bolt" } },
  "another target": { material: { ...asked().material, target: "db-2" } },
  "another credential": { material: { ...asked().material, credential: "stripe-live" } },
  "another collection": { material: { ...asked().material, selection: "all", count: 3, idDigest: "x" } },
  "another state version": { stateVersion: "v2" },
  "other resolved values": { resolved: { on: "2026-12-24" } },
  "another definition of the tool": { definition: "another" },
  "another version of a policy": { requirement: requirement({ matched: [{ id: "payouts", version: 4 }] }) },
};

test.each(Object.entries(differing))("%s does not join, nor use the grant", async (_, differs) => {
  const { meet, grant } = onStore();
  const { id } = await grant();
  expect(await meet()).toMatchObject({ id, status: "approved" });
  const other = await meet(asked(differs));
  expect(other).toMatchObject({ status: "pending", opened: true });
  expect(other.id).not.toBe(id);
});

const alike = {
  "another text of the preview": { summary: "Pays 900 EUR", preview: { to: "acme", at: "12:01" } },
  "another sentence on how things stand": { material: { ...asked().material, currentState: "balance 5 EUR" } },
};

test.each(Object.entries(alike))("%s is the same action", async (_, differs) => {
  const { meet } = onStore();
  const { id } = await meet();
  expect((await meet(asked(differs))).id).toBe(id);
});

test("where a policy lets a decision cover the tool, any call of its requester joins and uses it", async () => {
  const { meet, approvals, decision, reserve } = onStore();
  const byTool = { requirement: requirement({ bind: "tool", uses: 3 }) };
  const first = await meet(asked(byTool));
  const other = asked({ ...byTool, params: { to: "bolt" } });
  expect((await meet(other)).id).toBe(first.id);
  await approvals.allow(first.id, decision(first.request.actionDigest));
  expect(await meet(other)).toMatchObject({ id: first.id, status: "approved" });
  expect(await reserve(first.id, "of another action", "op_1", byTool)).toMatchObject({ ok: true });
  const stranger = { ...byTool, requester: { tokenId: "agent-8" } };
  expect(await reserve(first.id, "of another action", "op_2", stranger)).toMatchObject({ why: "not_covered" });
  const redefined = { ...byTool, definition: "another" };
  expect(await reserve(first.id, "of another action", "op_2", redefined)).toMatchObject({ why: "not_covered" });
});

test("a session is requester, process and credential; without one of them a decision covers the action only", async () => {
  const { grant, reserve } = onStore();
  const session = (process: string | undefined, credential: string | undefined): Partial<Asked> => ({
    requirement: requirement({ bind: "session", uses: null, minutes: 30 }),
    requester: { ...requester, process },
    material: credential === undefined ? {} : { credential },
  });
  const may = async (id: string, digest: string, differs: Partial<Asked>) => {
    return (await reserve(id, digest, "op", differs)).ok;
  };
  const { id, actionDigest } = await grant(asked(session("pid-1", "crm")));
  expect(await may(id, "another action", session("pid-1", "crm"))).toBe(true);
  expect(await may(id, actionDigest, session("pid-2", "crm"))).toBe(false);
  expect(await may(id, actionDigest, session("pid-1", "erp"))).toBe(false);
  for (const unnamed of [session(undefined, "crm"), session("pid-1", undefined)]) {
    const narrow = await grant(asked({ ...unnamed, params: { n: 1 } }));
    expect(await may(narrow.id, "another action", unnamed)).toBe(false);
    expect(await may(narrow.id, narrow.actionDigest, unnamed)).toBe(true);
  }
});

test("after a denial the next call opens a new request that carries who denied the last one, and why", async () => {
  const { meet, approvals, decision, told } = onStore();
  const first = await meet();
  await approvals.deny(first.id, { ...decision(first.request.actionDigest), reason: "wrong order" });
  const second = await meet();
  expect(second).toMatchObject({ status: "pending", opened: true });
  expect(second.id).not.toBe(first.id);
  expect(second.request.previous).toMatchObject({
    ...{ id: first.id, status: "denied", by: "user:fin", reason: "wrong order" },
  });
  expect(told("approval_requested")).toHaveLength(2);
});

test("with a cool-down the same call hears of the denial until it is over, on the store's clock", async () => {
  const { meet, approvals, decision, store } = onStore();
  const ask = asked({ requirement: requirement({ coolDownMs: 5 * minuteMs }) });
  const first = await meet(ask);
  await approvals.deny(first.id, decision(first.request.actionDigest));
  store.nowMs += 5 * minuteMs - 1;
  expect(await meet(ask)).toMatchObject({ id: first.id, status: "denied" });
  store.nowMs += 1;
  expect(await meet(ask)).toMatchObject({ status: "pending", opened: true, request: { previous: { id: first.id } } });
});

test("what lapsed, was used up, revoked or withdrawn is followed by a new request that says so", async () => {
  const { meet, approvals, decision, grant, reserve, store } = onStore();
  const lapsed = await meet();
  store.nowMs += 60 * minuteMs;
  expect((await meet()).request.previous).toEqual({ id: lapsed.id, status: "lapsed" });

  const used = await grant();
  await reserve(used.id, used.actionDigest, "op_1");
  const afterUse = await meet();
  expect(afterUse.request.previous).toEqual({ id: used.id, status: "exhausted" });

  await approvals.withdraw(afterUse.id, { requester, reason: "no need" });
  expect((await meet()).request.previous).toMatchObject({ status: "cancelled", by: "user:ada" });

  const revoked = await grant();
  await approvals.revoke(revoked.id, decision(revoked.actionDigest));
  expect((await meet()).request.previous).toMatchObject({ id: revoked.id, status: "revoked", by: "user:fin" });
});

test("a grant that the policies loaded now do not accept is not used, and another request is opened", async () => {
  const { meet, grant } = onStore();
  const { id } = await grant();
  expect(await meet(asked(), { accepts: () => false })).toMatchObject({
    ...{ status: "pending", opened: true, request: { previous: { id, status: "approved" } } },
  });
});

test("an open request about any call of a tool gives way where the policies changed", async () => {
  const { meet, told, approvals } = onStore();
  const under = (version: number) =>
    asked({ requirement: requirement({ bind: "tool", matched: [{ id: "payouts", version }] }) });
  const first = await meet(under(3));
  const second = await meet(under(4));
  expect(second.id).not.toBe(first.id);
  expect(second.request.previous).toMatchObject({ id: first.id, status: "cancelled" });
  expect(told("approval_superseded")).toHaveLength(1);
  const seen = await approvals.get(first.id, { approver: human("user:fin") });
  expect(seen).toMatchObject({ status: "cancelled", cancelled: { why: "superseded" } });
});

test("open requests of one requester for one tool have a limit; what is decided makes room", async () => {
  const { meet, open, approvals, decision, store } = onStore();
  const nth = (n: number) => asked({ params: { n } });
  const ids = [];
  for (let n = 0; n < 20; n += 1) ids.push(await meet(nth(n)));
  expect(await open(nth(20))).toEqual({ kind: "too_many_requests", retryAfterMs: 60_000 });
  expect(await meet(nth(3)), "joining is none more").toMatchObject({ id: ids[3]?.id });
  expect(await meet(asked({ tool: "wire" })), "another tool has its own").toMatchObject({ opened: true });
  expect(await meet({ ...nth(20), requester: { tokenId: "agent-8" } })).toMatchObject({ opened: true });
  await approvals.deny(ids[7]?.id ?? "", decision(ids[7]?.request.actionDigest ?? ""));
  expect(await meet(nth(20))).toMatchObject({ opened: true });
  expect(await open(nth(21))).toMatchObject({ kind: "too_many_requests" });
  store.nowMs += 60 * minuteMs;
  expect(await meet(nth(21))).toMatchObject({ opened: true });
});

test("the limit holds for calls at once", async () => {
  const { open, store } = onStore();
  const found = await Promise.all(Array.from({ length: 60 }, (_, n) => open(asked({ params: { n } }))));
  expect(found.filter(({ kind }) => kind === "standing")).toHaveLength(20);
  expect([...store.records.keys()].filter((id) => id.startsWith("a:"))).toHaveLength(20);
});

test("grants are found again however many other requests came and went", async () => {
  const { meet, grant, approvals, decision } = onStore();
  const { id } = await grant();
  for (let n = 0; n < 60; n += 1) {
    const other = await meet(asked({ params: { n } }));
    await approvals.deny(other.id, decision(other.request.actionDigest));
  }
  expect(await meet()).toMatchObject({ id, status: "approved" });
});

test("a process that died between naming a request and making it leaves it to whoever comes next", async () => {
  const { meet, store, told } = onStore();
  const first = await meet();
  const [recordId = ""] = [...store.records.keys()].filter((id) => id.startsWith("a:"));
  store.records.delete(recordId);
  expect(await meet()).toMatchObject({ id: first.id, opened: true, status: "pending" });
  expect(told("approval_requested")).toHaveLength(2);
});

test("what ended and is no longer kept does not come back under its old id", async () => {
  const { meet, store, approvals, decision } = onStore();
  const first = await meet();
  await approvals.deny(first.id, decision(first.request.actionDigest));
  store.nowMs += 24 * 60 * minuteMs;
  const second = await meet();
  expect(second.id).not.toBe(first.id);
  expect(second.request.previous).toBeUndefined();
});

test("a grant without end is found for as long as somebody asks for it", async () => {
  const { meet, grant, store } = onStore();
  const { id } = await grant(asked({ requirement: requirement({ uses: 5 }) }));
  for (let month = 0; month < 12; month += 1) {
    store.nowMs += 31 * 24 * 60 * minuteMs;
    expect(await meet(asked({ requirement: requirement({ uses: 5 }) }))).toMatchObject({ id, status: "approved" });
  }
});

test("the first call after the deadline asks the next approvers, once, for the same time once more", async () => {
  const { meet, told, store, approvals, decision } = onStore();
  const [panel] = requirement().panels;
  const escalates = asked({
    requirement: requirement({
      ...{ onDeadline: "escalate", panels: panel ? [{ ...panel, escalateTo: ["user:cfo"] }] : [] },
    }),
  });
  const { id, request } = await meet(escalates);
  const cfo = decision(request.actionDigest, human("user:cfo"));
  expect(await approvals.allow(id, cfo)).toMatchObject({ ok: false, reason: "not_entitled" });
  store.nowMs += 60 * minuteMs;
  expect(await meet(escalates)).toMatchObject({ id, status: "pending" });
  expect(await meet(escalates)).toMatchObject({ id, status: "pending" });
  expect(told("approval_escalated")).toHaveLength(1);
  store.nowMs += 60 * minuteMs - 1;
  expect(await approvals.allow(id, cfo)).toMatchObject({ ok: true, approval: { status: "approved" } });
});

test("an escalated request lapses after its second time, and hold never does", async () => {
  const { meet, store, approvals, decision } = onStore();
  const ask = (onDeadline: "hold" | "escalate") =>
    asked({ requirement: requirement({ onDeadline }), params: { onDeadline } });
  const escalated = await meet(ask("escalate"));
  const held = await meet(ask("hold"));
  store.nowMs += 120 * minuteMs;
  expect(await approvals.allow(escalated.id, decision(escalated.request.actionDigest))).toMatchObject({
    reason: "closed",
  });
  store.nowMs += 100 * 24 * 60 * minuteMs;
  const seen = await approvals.get(held.id, { approver: human("user:fin") });
  expect(seen).toMatchObject({ status: "pending", overdue: true, decideByMs: null });
  expect(await approvals.allow(held.id, decision(held.request.actionDigest))).toMatchObject({ ok: true });
});
