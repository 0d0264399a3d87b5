import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { ann, cfo, type DeskSetting, finance, inTime, opened, reviewed } from "./desk.js";

const other = "user:fay finance";
const digest = { action_digest: "another", reason: "r" };

describe.each(expresses)("on Express $version", ({ express }) => {
  const open = (setting: DeskSetting = {}) => opened({ express, ...setting });

  test("a call that somebody allowed runs once, and the screen says what it was used for", async () => {
    const { post, at, decision, call, ran, seen } = await open();
    const answer = await post(at("allow"), decision);
    expect([answer.status, answer.body.approval.status]).toEqual([200, "approved"]);
    const { confirm_token } = (await call()).body as { confirm_token: string };
    const done = await call(1007, confirm_token);
    expect([done.body.status, ran]).toEqual(["ok", [1007]]);
    expect(await seen()).toMatchObject({
      status: "exhausted",
      uses_left: 0,
      allows: [{ approver: "user:fin", reason: "checked with the buyer" }],
      spent: [{ operation_id: done.operationId }],
    });
  });

  test("a request is denied with a reason that the next one carries", async () => {
    const { post, at, decision, open: ask, get, id } = await open();
    const answer = await post(at("deny"), { ...decision, reason: "wrong order" });
    expect([answer.status, answer.body.approval.status]).toEqual([200, "denied"]);
    const next = await ask();
    expect((await get(`/approvals/${next}`)).body.approval).toMatchObject({
      status: "pending",
      previous: { id, status: "denied", by: "user:fin", reason: "wrong order" },
    });
  });

  test("whoever asked, or somebody in whose name it was asked, decides nothing", async () => {
    const { post, at, decision, undecided } = await open();
    for (const verb of ["allow", "deny"]) {
      for (const as of [ann, "user:boss finance", "tok_7 finance"]) {
        const answer = await post(at(verb), decision, as);
        expect([answer.status, answer.body.code]).toEqual([403, "self_approval"]);
      }
    }
    expect(await undecided()).toBe(true);
  });

  test("whom no policy names decides nothing, and hears why", async () => {
    const { post, at, decision, undecided } = await open();
    const answer = await post(at("allow"), decision, "user:eve sales");
    expect([answer.status, answer.body.code]).toEqual([403, "not_entitled"]);
    expect(answer.body.error).toMatch(/policies do not name you/);
    expect(await undecided()).toBe(true);
  });

  test("whom the application refuses decides nothing", async () => {
    const { post, at, decision, undecided, seen } = await open({ options: { canDecide: () => false } });
    const refused = await post(at("allow"), decision);
    expect(refused).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect(refused.body.error).toBe("Nothing was recorded: this application does not let you decide on this one.");
    expect(await undecided()).toBe(true);
    expect((await seen()).may).toEqual([]);
    expect((await seen()).cannot_decide).toEqual({
      code: "not_permitted",
      error: "This application does not let you decide on it.",
    });
    expect((await seen(ann)).may).toEqual(["withdraw"]);
  });

  test("two must allow where the policy asks for two, and the screen counts them", async () => {
    const { post, at, decision } = await open({ policy: { quorum: 2 } });
    const policy = { id: "refund-over-100", version: 3 };
    const counted = (given: number) => ({ given, needed: 2, panels: [{ policy, given, needed: 2 }] });
    const first = (await post(at("allow"), decision)).body.approval;
    expect([first.status, first.quorum]).toEqual(["pending", counted(1)]);
    expect([first.may, first.cannot_decide.code]).toEqual([["retract"], "already_decided"]);
    const again = await post(at("allow"), decision);
    expect([again.status, again.body.approval.quorum]).toEqual([200, counted(1)]);
    const second = (await post(at("allow"), decision, other)).body.approval;
    expect([second.status, second.quorum, second.may]).toEqual(["approved", counted(2), ["revoke"]]);
  });

  test.each(["allow", "deny", "revoke"])("%s of something else than what is there is told as changed", async (verb) => {
    const { post, at, undecided, decision } = await open();
    const answer = await post(at(verb), { ...decision, action_digest: "what-i-saw" });
    expect([answer.status, answer.body.code]).toEqual([409, "changed"]);
    expect(answer.body.approval).toMatchObject({ action_digest: decision.action_digest, status: "pending" });
    expect(await undecided()).toBe(true);
  });

  test("who decided the other way before is told of a conflict, with how it stands", async () => {
    const { post, at, decision } = await open({ policy: { quorum: 2 } });
    await post(at("allow"), decision);
    const answer = await post(at("deny"), decision);
    expect([answer.status, answer.body.code, answer.body.approval.status]).toEqual([409, "conflict", "pending"]);
  });

  test("of an allow and a deny at once, one is told of a conflict", async () => {
    const { post, at, decision, seen } = await open();
    const answers = await Promise.all([post(at("allow"), decision), post(at("deny"), decision, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("conflict");
    expect((await seen()).status).toBe(winner?.body.approval.status);
  });

  test("what was withdrawn is closed to everybody", async () => {
    const { post, at, decision, seen } = await open();
    await post(at("withdraw"), { reason: "no need" }, ann);
    const answer = await post(at("allow"), decision);
    expect([answer.status, answer.body.code, answer.body.approval.status]).toEqual([409, "closed", "cancelled"]);
    expect(await seen()).toMatchObject({ cancelled: { why: "withdrawn", by: "user:ann", reason: "no need" } });
  });

  test("an approver allows less than the policy gives, and never more", async () => {
    const { post, at, decision } = await open({ policy: { validity: { uses: 5, minutes: 30 } } });
    for (const more of [{ uses: 6 }, { minutes: 31 }]) {
      const answer = await post(at("allow"), { ...decision, ...more });
      expect([answer.status, answer.body.code]).toEqual([403, "too_much"]);
      expect(answer.body.error).toMatch(/more than the policies give/);
      // Who may decide nothing hears no more of it than before.
      expect((await post(at("allow"), { ...decision, ...more }, "user:eve sales")).body.code).toBe("not_entitled");
    }
    const less = await post(at("allow"), { ...decision, uses: 1, minutes: 10 });
    expect(less.body.approval).toMatchObject({ uses_left: 1, allows: [{ uses: 1, minutes: 10 }] });
  });

  test("an allow is taken back before enough have allowed it: the screen shows both words, and others are asked on", async () => {
    const { post, at, decision, seen } = await open({ policy: { quorum: 2 } });
    await post(at("allow"), decision);
    expect((await seen()).may).toEqual(["retract"]);
    expect((await post(at("retract"), {})).body.place).toBe("body.reason");
    expect((await post(at("retract"), { reason: "r" }, other)).body.code).toBe("closed");
    const answer = await post(at("retract"), { reason: "wrong order" });
    expect([answer.status, answer.body.approval]).toMatchObject([
      200,
      {
        ...{ status: "pending", allows: [], quorum: { given: 0, needed: 2 }, may: ["allow", "deny"] },
        retracted: [
          {
            allow: { approver: "user:fin", reason: "checked with the buyer" },
            reason: "wrong order",
            at: expect.any(String),
          },
        ],
      },
    ]);
  });

  test("a grant that is used up has no button to revoke it", async () => {
    const { post, at, decision, call, seen } = await open();
    await post(at("allow"), decision);
    expect((await seen()).may).toEqual(["revoke"]);
    const { confirm_token } = (await call()).body as { confirm_token: string };
    await call(1007, confirm_token);
    expect(await seen()).toMatchObject({ status: "exhausted", may: [] });
  });

  test("a grant is revoked, the screen says by whom, and the call hears of it", async () => {
    const { post, at, decision, tier2, call, ran } = await open();
    await post(at("allow"), decision);
    const { confirm_token } = (await call()).body as { confirm_token: string };
    const answer = await inTime(tier2, post(at("revoke"), { ...decision, reason: "fraud" }, other));
    expect(answer.body.approval).toMatchObject({ status: "revoked", revoked: { by: "user:fay", reason: "fraud" } });
    expect((await call(1007, confirm_token)).body).toMatchObject({ status: "rejected", reason: "revoked" });
    expect(ran).toEqual([]);
  });

  test("what is no grant (any more) cannot be revoked", async () => {
    const { post, at, decision } = await open();
    await post(at("deny"), decision);
    expect(await post(at("revoke"), decision)).toMatchObject({ status: 409, body: { code: "closed" } });
  });

  test("whoever asked withdraws it, and nobody else", async () => {
    const { post, at } = await open();
    expect(await post(at("withdraw"), { reason: "no need" }, finance)).toMatchObject({
      status: 403,
      body: { code: "not_requester", error: expect.stringContaining("only whoever asked") },
    });
    const answer = await post(at("withdraw"), { reason: "no need" }, ann);
    expect([answer.status, answer.body.approval.status]).toEqual([200, "cancelled"]);
  });

  test("breaking the glass needs evidence and opens an item that somebody else closes", async () => {
    const { get, post, at, id, decision } = await open();
    const emergency = { ...decision, evidence: "incident 12: the shop is down" };
    const without = await post(at("break-glass"), decision, cfo);
    expect([without.status, without.body.place]).toEqual([400, "body.evidence"]);
    expect((await post(at("break-glass"), emergency, finance)).body.code).toBe("not_entitled");

    const broken = (await post(at("break-glass"), emergency, cfo)).body.approval;
    expect(broken.break_glass).toEqual({ by: cfo, evidence: emergency.evidence, review: "open" });
    expect((await get("/review-items")).body.items).toMatchObject([{ id, break_glass: { review: "open" } }]);

    const close = `/review-items/${id}/close`;
    for (const [as, code, why] of [
      [cfo, "own_glass", /you broke the glass yourself/],
      [ann, "self_approval", /in their own name/],
      ["user:eve sales", "not_entitled", /do not name you/],
    ] as const) {
      const own = await post(close, { reason: "fine" }, as);
      expect([own.status, own.body.code, own.body.error]).toEqual([403, code, expect.stringMatching(why)]);
    }
    const rowOf = async (as: string) => (await get("/review-items", as)).body.items[0].cannot_decide;
    expect(await rowOf(cfo)).toEqual({
      code: "own_glass",
      error: expect.stringMatching(/^You broke the glass yourself/),
    });
    expect((await rowOf(ann)).code).toBe("self_approval");
    const closed = (await post(close, { reason: "incident confirmed" })).body.approval;
    expect(closed.break_glass).toMatchObject({
      review: "closed",
      reviewed: { by: "user:fin", reason: "incident confirmed" },
    });
    expect((await get("/review-items")).body.items).toEqual([]);
  });

  test("the next approvers decide once the deadline has passed, and the screen says that it has", async () => {
    const { post, at, decision, tier2, seen } = await open();
    expect(await post(at("allow"), decision, cfo)).toMatchObject({ status: 403, body: { code: "not_entitled" } });
    await tier2.advance({ minutes: 60 });
    expect(await seen(cfo)).toMatchObject({ status: "pending", overdue: true });
    expect(await post(at("allow"), decision, cfo)).toMatchObject({ status: 200 });
  });

  test("what nobody decided has lapsed, and is closed", async () => {
    const { post, at, decision, tier2, seen } = await open();
    await tier2.advance({ minutes: 120 });
    expect((await seen()).status).toBe("lapsed");
    expect(await post(at("allow"), decision)).toMatchObject({ status: 409, body: { code: "closed" } });
  });

  test.each([
    ["allow", digest],
    ["deny", digest],
    ["revoke", digest],
    ["withdraw", { reason: "r" }],
    ["break-glass", { ...digest, evidence: "e" }],
  ])("%s of what is not there is 404", async (verb, body) => {
    const { post } = await reviewed({ express });
    const answer = await post(`/approvals/apr_nothing/${verb}`, body);
    expect([answer.status, answer.body]).toEqual([404, { code: "not_found", error: expect.any(String) }]);
  });

  test("reading or closing what is not there is 404", async () => {
    const { get, post } = await reviewed({ express });
    expect(await get("/approvals/apr_nothing")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await post("/review-items/apr_nothing/close", { reason: "r" })).toMatchObject({ status: 404 });
  });
});
