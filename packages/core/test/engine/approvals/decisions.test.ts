import { describe, expect, test } from "vitest";
import type { Approver } from "../../../src/approval/approvals.js";
import { approvalWorld, asked, human, minuteMs, quorumOf, requester, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const fin = human("user:fin");

describe("nobody decides about what comes in their own name", () => {
  const selves = { "the subject": "user:ada", "the token": "agent-7", "whoever delegated": "user:boss" };
  test.each(Object.entries(selves))("%s can neither allow nor deny nor break the glass", async (_, id) => {
    const anybody = requirement({
      panels: requirement().panels.map((panel) => ({ ...panel, approvers: ["*"] })),
      breakGlass: { approvers: ["*"], minutes: 5 },
    });
    const { approvals, request, decision } = approvalWorld();
    const it = await request(asked({ requirement: anybody }));
    const own = decision(it.actionDigest, human(id));
    for (const answer of [
      await approvals.allow(it.id, own),
      await approvals.deny(it.id, own),
      await approvals.breakGlass(it.id, { ...own, evidence: "ticket" }),
    ]) {
      expect(answer).toMatchObject({ ok: false, reason: "self_approval", approval: { status: "pending" } });
    }
    expect(await approvals.get(it.id, { approver: human(id) })).toMatchObject({ cannotDecide: "self_approval" });
    expect(await approvals.allow(it.id, decision(it.actionDigest))).toMatchObject({ ok: true });
  });
});

test.each([
  ...["agent", "service", "Human", undefined, null, true].map((kind) => ({
    id: "user:fin",
    kind,
    groups: ["finance"],
  })),
  { id: "", kind: "human" },
  { id: 7, kind: "human" },
  { kind: "human" },
  { id: "group:finance", kind: "human" },
  { id: "*", kind: "human" },
  undefined,
  null,
  "user:fin",
])("who is no human, or nobody, never decides: %j", async (given) => {
  const { approvals, request, grant, decision, parts } = approvalWorld();
  const approver = given as unknown as Approver;
  const it = await request();
  const word = { ...decision(it.actionDigest), approver };
  const said = [
    await approvals.allow(it.id, word),
    await approvals.deny(it.id, word),
    await approvals.breakGlass(it.id, { ...word, evidence: "ticket" }),
  ];
  const other = await grant(asked({ params: { to: "bolt" } }));
  said.push(
    await approvals.revoke(other.id, { ...decision(other.actionDigest), approver }),
    await approvals.retract(it.id, { approver, reason: "no" }),
    await approvals.closeReview(it.id, { approver, reason: "no" }),
  );
  for (const answer of said) expect(answer).toMatchObject({ ok: false, reason: "not_entitled" });
  const withdrawn = await approvals.withdraw(it.id, { approver, reason: "no" });
  expect(withdrawn).toMatchObject({ ok: false, reason: expect.stringMatching(/^not_(entitled|requester)$/) });
  const store = parts.approvalStore as WorldStore;
  expect([...store.records.values()].map(({ tag }) => tag.split(" ")[0]).sort()).toEqual([
    "approved",
    "desk",
    "pending",
  ]);
});

test("an approver is one by name or by group, as authentication says, and nobody else is", async () => {
  const { approvals, request, decision } = approvalWorld();
  const { id, actionDigest } = await request();
  for (const stranger of [human("user:eve"), human("user:eve", "sales"), human("finance")]) {
    expect(await approvals.allow(id, decision(actionDigest, stranger))).toMatchObject({ reason: "not_entitled" });
    expect(await approvals.get(id, { approver: stranger })).toMatchObject({ cannotDecide: "not_entitled" });
  }
  const member = human("user:zoe", "finance");
  expect((await approvals.get(id, { approver: member }))?.cannotDecide).toBeUndefined();
  expect(await approvals.allow(id, decision(actionDigest, member))).toMatchObject({
    ...{ ok: true, approval: { status: "approved", allows: [{ approver: "user:zoe", groups: ["finance"] }] } },
  });
});

test("a decision about something else than what is stored changes nothing", async () => {
  const { approvals, request, decision, parts } = approvalWorld();
  const it = await request();
  const { writes } = parts.approvalStore as WorldStore;
  const word = decision("what another page showed");
  expect(await approvals.allow(it.id, word)).toMatchObject({ ok: false, reason: "changed" });
  expect(await approvals.deny(it.id, word)).toMatchObject({ ok: false, reason: "changed" });
  expect((parts.approvalStore as WorldStore).writes).toBe(writes);
});

test.each([
  { reason: "" },
  { reason: "  " },
  { reason: undefined },
  { reason: 7 },
  { actionDigest: "" },
  { actionDigest: undefined },
  { uses: 0 },
  { uses: 1.5 },
  { uses: -1 },
  { uses: "1" },
  { uses: null },
  { minutes: 0 },
  { minutes: -5 },
  { minutes: Number.NaN },
  { minutes: Number.POSITIVE_INFINITY },
  { minutes: "5" },
])("a decision needs its reason, its digest and numbers that are ones: %j", async (differs) => {
  const { approvals, request, decision } = approvalWorld();
  const it = await request();
  const answer = await approvals.allow(it.id, { ...decision(it.actionDigest), ...differs } as never);
  expect(answer).toMatchObject({ ok: false, reason: "invalid" });
});

test("an approver may give less than the policies do, and never more; of all that allow the least counts", async () => {
  const { approvals, request, decision, reserve } = approvalWorld();
  const it = await request(asked({ requirement: quorumOf(2, { uses: 5, minutes: 30 }) }));
  const [first, second] = [decision(it.actionDigest), decision(it.actionDigest, human("user:fay"))];
  expect(await approvals.allow(it.id, { ...first, uses: 6 })).toMatchObject({ reason: "too_much" });
  expect(await approvals.allow(it.id, { ...first, minutes: 31 })).toMatchObject({ reason: "too_much" });
  expect(await approvals.allow(it.id, { ...first, uses: 2 })).toMatchObject({ ok: true });
  const given = await approvals.allow(it.id, { ...second, uses: 4, minutes: 10 });
  expect(given).toMatchObject({ ok: true, approval: { status: "approved", usesLeft: 2 } });
  if (!given.ok) throw new Error(given.reason);
  expect((given.approval.validUntilMs ?? 0) - Date.now()).toBeLessThanOrEqual(10 * minuteMs);
  for (const op of ["a", "b"]) expect(await reserve(it.id, it.actionDigest, op)).toMatchObject({ ok: true });
  expect(await reserve(it.id, it.actionDigest, "c")).toMatchObject({ why: "exhausted" });
});

test("a quorum counts distinct people, even one who speaks for two groups, or twice", async () => {
  const ref = { id: "payouts", version: 3 };
  const two = requirement({
    quorum: 2,
    panels: [
      { policy: ref, approvers: ["group:finance"], escalateTo: [], quorum: 1 },
      { policy: ref, approvers: ["group:security"], escalateTo: [], quorum: 1 },
    ],
  });
  const { approvals, request, decision, told } = approvalWorld();
  const { id, actionDigest } = await request(asked({ requirement: two }));
  const both = human("user:zoe", "finance", "security");
  for (let times = 0; times < 3; times += 1) {
    expect(await approvals.allow(id, decision(actionDigest, both))).toMatchObject({
      ...{ ok: true, approval: { status: "pending" } },
    });
  }
  expect(await approvals.get(id, { approver: both })).toMatchObject({ cannotDecide: "already_decided" });
  expect(told("approval_allowed")).toMatchObject([{ granted: false }]);
  const other = human("user:max", "security");
  expect(await approvals.allow(id, decision(actionDigest, other))).toMatchObject({ approval: { status: "approved" } });
  expect(told("approval_allowed")).toMatchObject([{ granted: false }, { granted: true, by: "user:max" }]);
});

test("every panel must reach its own number: enough people of one do not speak for the other", async () => {
  const [panel] = requirement().panels;
  if (panel === undefined) throw new Error("no panel");
  const needs = requirement({ quorum: 2, panels: [panel, { ...panel, approvers: ["group:security"] }] });
  const { approvals, request, decision } = approvalWorld();
  const { id, actionDigest } = await request(asked({ requirement: needs }));
  for (const one of ["user:fin", "user:fay"]) {
    expect(await approvals.allow(id, decision(actionDigest, human(one)))).toMatchObject({
      ...{ ok: true, approval: { status: "pending" } },
    });
  }
  const answer = await approvals.allow(id, decision(actionDigest, human("user:max", "security")));
  expect(answer).toMatchObject({ ok: true, approval: { status: "approved" } });
});

test("the same decision again changes nothing, the other one by the same person is a conflict", async () => {
  const { approvals, request, decision, parts, steps } = approvalWorld();
  const it = await request(asked({ requirement: quorumOf(2) }));
  const word = decision(it.actionDigest);
  await approvals.allow(it.id, word);
  const { writes } = parts.approvalStore as WorldStore;
  const told = steps.length;
  expect(await approvals.allow(it.id, { ...word, reason: "again" })).toMatchObject({ ok: true });
  expect(await approvals.deny(it.id, word)).toMatchObject({ ok: false, reason: "conflict" });
  expect(await approvals.allow(it.id, { ...word, uses: 1 })).toMatchObject({ ok: false, reason: "conflict" });
  expect((parts.approvalStore as WorldStore).writes).toBe(writes);
  expect(steps).toHaveLength(told);

  const denied = await request(asked({ params: { to: "bolt" } }));
  const no = decision(denied.actionDigest);
  await approvals.deny(denied.id, no);
  expect(await approvals.deny(denied.id, no)).toMatchObject({ ok: true, approval: { status: "denied" } });
  expect(await approvals.allow(denied.id, no)).toMatchObject({ ok: false, reason: "conflict" });
});

test.each([
  ["false", async () => false],
  ["a truthy answer that is not true", async () => "yes" as never],
  [
    "an error",
    () => {
      throw new Error("directory away");
    },
  ],
])("the application's own word is needed too: %s is a no", async (_, canDecide) => {
  const { approvals, request, decision } = approvalWorld(new WorldStore(), { hooks: { canDecide } });
  const it = await request();
  expect(await approvals.allow(it.id, decision(it.actionDigest))).toMatchObject({ reason: "not_permitted" });
  expect(await approvals.deny(it.id, decision(it.actionDigest))).toMatchObject({ reason: "not_permitted" });
  expect(await approvals.list({ approver: fin })).toMatchObject({ items: [{ cannotDecide: "not_permitted" }] });
});

test("the application is asked about this person and what is stored, and its yes is not enough", async () => {
  const asks: unknown[] = [];
  const canDecide = (approver: unknown, approval: unknown) => {
    asks.push([approver, approval]);
    return true;
  };
  const { approvals, request, decision } = approvalWorld(new WorldStore(), { hooks: { canDecide } });
  const it = await request();
  expect(await approvals.allow(it.id, decision(it.actionDigest, human("user:eve")))).toMatchObject({ ok: false });
  expect(asks).toEqual([]);
  expect(await approvals.allow(it.id, decision(it.actionDigest))).toMatchObject({ ok: true });
  expect(asks).toMatchObject([[fin, { id: it.id, status: "pending", tool: "pay", requester }]]);
});

test("only the requester, or the person it asks for, withdraws, and only what is open", async () => {
  const { approvals, request, grant, told } = approvalWorld();
  const it = await request();
  const reason = "no need";
  expect(await approvals.withdraw(it.id, { requester: { tokenId: "agent-8" }, reason })).toMatchObject({ ok: false });
  expect(await approvals.withdraw(it.id, { approver: fin, reason })).toMatchObject({ reason: "not_requester" });
  expect(await approvals.withdraw(it.id, { approver: human("user:ada"), reason: " " })).toMatchObject({
    reason: "invalid",
  });
  expect(await approvals.withdraw(it.id, { approver: human("user:ada"), reason })).toMatchObject({ ok: true });
  expect(await approvals.withdraw(it.id, { requester, reason })).toMatchObject({ ok: true });
  expect(told("approval_withdrawn")).toHaveLength(1);
  const granted = await grant(asked({ params: { to: "bolt" } }));
  expect(await approvals.withdraw(granted.id, { requester, reason })).toMatchObject({ ok: false, reason: "closed" });
});

test("what nobody decided in time is closed", async () => {
  const store = new WorldStore();
  const { approvals, request, decision } = approvalWorld(store);
  const it = await request();
  store.nowMs += 60 * minuteMs;
  expect(await approvals.allow(it.id, decision(it.actionDigest))).toMatchObject({
    ...{ ok: false, reason: "closed", approval: { status: "lapsed" } },
  });
});

test("the deadline is judged by the store as it writes: a word that comes too late on the way is refused", async () => {
  const store = new WorldStore();
  const { swap } = store;
  store.swap = (...given) => {
    store.nowMs += 60 * minuteMs;
    return swap(...given);
  };
  const { approvals, request, decision } = approvalWorld(store);
  const it = await request();
  expect(await approvals.allow(it.id, decision(it.actionDigest))).toMatchObject({ ok: false, reason: "closed" });
});

test.each(["apr_", "apr_x", "a:1", "", 'apr_" OR 1=1', `apr_${"x".repeat(43)}`, undefined])(
  "an id that no approval has is not found: %s",
  async (id) => {
    const { approvals, decision } = approvalWorld();
    expect(await approvals.allow(id as string, decision("x"))).toEqual({ ok: false, reason: "not_found" });
    expect(await approvals.get(id as string, { approver: fin })).toBeUndefined();
  },
);

test("another server of the same store sees and decides nothing here", async () => {
  const store = new WorldStore();
  const here = approvalWorld(store);
  const there = approvalWorld(store, { server: "bank" });
  const { id, actionDigest } = await here.grant();
  expect(await there.approvals.get(id, { approver: fin })).toBeUndefined();
  expect(await there.approvals.list({ approver: fin })).toEqual({ items: [] });
  expect(await there.approvals.revoke(id, there.decision(actionDigest))).toMatchObject({ reason: "not_found" });
  expect(await there.reserve(id, actionDigest, "op_1")).toEqual({ ok: false, why: "not_found" });
  expect(await there.refund(id, "op_1")).toBe(false);
});

describe("a list", () => {
  async function five() {
    const world = approvalWorld();
    const all = [];
    for (let n = 0; n < 5; n += 1) all.push(await world.request(asked({ params: { n } })));
    const [first, second] = all as [(typeof all)[0], (typeof all)[0]];
    await world.approvals.allow(first.id, world.decision(first.actionDigest));
    await world.approvals.deny(second.id, world.decision(second.actionDigest));
    return { ...world, all };
  }

  test("shows every row with how it stands, also those that this person cannot decide, and why", async () => {
    const { approvals } = await five();
    const { items } = await approvals.list({ approver: human("user:eve") });
    expect(items).toHaveLength(5);
    const why = items.map(({ status, cannotDecide }) => `${status} ${cannotDecide}`).sort();
    expect(why).toEqual(["approved closed", "denied closed", ...Array(3).fill("pending not_entitled")]);
    const mine = await approvals.list({ approver: fin });
    expect(mine.items.map(({ status, cannotDecide }) => `${status} ${cannotDecide}`).sort()).toEqual([
      ...["approved already_decided", "denied already_decided"],
      ...Array(3).fill("pending undefined"),
    ]);
  });

  test("can be narrowed to a status and a tool", async () => {
    const { approvals, all } = await five();
    const pending = await approvals.list({ approver: fin, status: "pending" });
    expect(pending.items.map(({ id }) => id).sort()).toEqual(
      all
        .slice(2)
        .map(({ id }) => id)
        .sort(),
    );
    expect((await approvals.list({ approver: fin, tool: "wire" })).items).toEqual([]);
  });

  test.each(["garbage", "0:", "a:1", "-1", "NaN", " ", "", 7, null, {}])(
    "goes on from no place that it never gave: %j",
    async (cursor) => {
      const { approvals } = await five();
      for (const list of [approvals.list, approvals.reviewItems]) {
        await expect(list({ approver: fin, cursor: cursor as string })).rejects.toMatchObject({
          code: "invalid_cursor",
        });
      }
    },
  );

  test("goes on from its own cursors only: not from another list's, another server's, or a changed one", async () => {
    const { approvals, parts } = await five();
    const { cursor = "" } = await approvals.list({ approver: fin, limit: 2 });
    expect((await approvals.list({ approver: fin, cursor })).items).toHaveLength(3);
    const bank = approvalWorld(parts.approvalStore, { server: "bank" }).approvals;
    for (const refused of [
      approvals.reviewItems({ approver: fin, cursor }),
      bank.list({ approver: fin, cursor }),
      approvals.list({ approver: fin, cursor: `${cursor}x` }),
      approvals.list({ approver: fin, cursor: cursor.slice(1) }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test.each([1, 2, 3, 50])("read on from its cursor, %i rows a page, omits none and repeats none", async (limit) => {
    const { approvals, all } = await five();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await approvals.list({ approver: fin, limit, ...(cursor !== undefined && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(ids.sort()).toEqual(all.map(({ id }) => id).sort());
  });

  test("is empty to who is no human", async () => {
    const { approvals, all } = await five();
    const agent = { id: "user:fin", kind: "agent" } as unknown as Approver;
    expect(await approvals.list({ approver: agent })).toEqual({ items: [] });
    expect(await approvals.get(all[0]?.id ?? "", { approver: agent })).toBeUndefined();
  });

  test("shows the others where one record is of a version that cannot be read here", async () => {
    const { approvals, parts, all } = await five();
    const { records } = parts.approvalStore as WorldStore;
    const [id = "", record] = [...records].find(([key]) => key.startsWith("a:")) ?? [];
    if (record === undefined) throw new Error("no record");
    records.set(id, { ...record, state: record.state.replace('"v":1', '"v":2') });
    expect((await approvals.list({ approver: fin })).items).toHaveLength(all.length - 1);
    const publicId = `apr_${id.slice(2)}`;
    await expect(approvals.get(publicId, { approver: fin })).rejects.toMatchObject({ code: "record_unreadable" });
  });
});
