import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { decision, finance, refund, requirement, reviewed } from "./desk.js";

const cfo = "user:cfo finance";
const requester = "user:ann finance";
const other = "user:fay finance";

describe.each(expresses)("on Express $version", ({ express }) => {
  const opened = async (request = refund) => {
    const desk = await reviewed({ express });
    const id = desk.open(request);
    return { ...desk, id, at: (verb: string) => `/approvals/${id}/${verb}` };
  };

  test("a request is allowed by somebody whom the policy names", async () => {
    const { get, post, id, at } = await opened();
    const answer = await post(at("allow"), decision);
    expect([answer.status, answer.body.approval.status]).toEqual([200, "approved"]);
    const { approval } = (await get(`/approvals/${id}`)).body;
    expect(approval.allows).toMatchObject([{ approver: "user:fin", reason: "checked with the buyer" }]);
  });

  test("a request is denied with a reason that the next screen shows", async () => {
    const { get, post, id, at } = await opened();
    const answer = await post(at("deny"), { ...decision, reason: "wrong order" });
    expect([answer.status, answer.body.approval.status]).toEqual([200, "denied"]);
    expect((await get(`/approvals/${id}`)).body.approval.deny).toMatchObject({
      approver: "user:fin",
      reason: "wrong order",
    });
  });

  test("whoever asked, or somebody in whose name it was asked, decides nothing", async () => {
    const { post, at, get, id } = await opened();
    for (const as of [requester, "user:boss finance"]) {
      const answer = await post(at("allow"), decision, as);
      expect([answer.status, answer.body.code]).toEqual([403, "self_approval"]);
    }
    expect((await get(`/approvals/${id}`)).body.approval.status).toBe("pending");
  });

  test("whom no policy names decides nothing, and hears why", async () => {
    const { post, at, get, id } = await opened();
    const answer = await post(at("allow"), decision, "user:eve sales");
    expect([answer.status, answer.body.code]).toEqual([403, "not_entitled"]);
    expect(answer.body.error).toMatch(/policies do not name you/);
    expect((await get(`/approvals/${id}`)).body.approval.allows).toEqual([]);
  });

  test("two must allow where the policy asks for two, and the screen counts them", async () => {
    const { post, at } = await opened({ ...refund, requirement: { ...requirement, quorum: 2 } });
    const first = (await post(at("allow"), decision)).body.approval;
    expect([first.status, first.quorum]).toEqual(["pending", { needed: 2, given: 1 }]);
    const again = (await post(at("allow"), decision)).body.approval;
    expect([again.status, again.quorum]).toEqual(["pending", { needed: 2, given: 1 }]);
    const second = (await post(at("allow"), decision, other)).body.approval;
    expect([second.status, second.quorum]).toEqual(["approved", { needed: 2, given: 2 }]);
  });

  test("a decision on something else than what is there is told as changed, with what is there", async () => {
    const { post, at } = await opened();
    for (const verb of ["allow", "deny"]) {
      const answer = await post(at(verb), { ...decision, action_digest: "what-i-saw" });
      expect([answer.status, answer.body.code]).toEqual([409, "changed"]);
      expect(answer.body.approval).toMatchObject({ action_digest: "action-digest", status: "pending" });
    }
  });

  test("who decided the other way before is told of a conflict, with how it stands", async () => {
    const { post, at } = await opened({ ...refund, requirement: { ...requirement, quorum: 2 } });
    await post(at("allow"), decision);
    const answer = await post(at("deny"), decision);
    expect([answer.status, answer.body.code, answer.body.approval.status]).toEqual([409, "conflict", "pending"]);
  });

  test("what has ended is closed to everybody else", async () => {
    const { post, at } = await opened();
    await post(at("deny"), decision);
    const answer = await post(at("allow"), decision, other);
    expect([answer.status, answer.body.code, answer.body.approval.status]).toEqual([409, "closed", "denied"]);
  });

  test("an approver allows less than the policy gives, and never more", async () => {
    const { post, at } = await opened({ ...refund, requirement: { ...requirement, uses: 5 } });
    const more = await post(at("allow"), { ...decision, uses: 6 });
    expect([more.status, more.body.code]).toEqual([403, "not_entitled"]);
    const less = await post(at("allow"), { ...decision, uses: 2, minutes: 10 });
    expect(less.body.approval).toMatchObject({ uses_left: 2, allows: [{ uses: 2, minutes: 10 }] });
  });

  test("a grant is revoked, and the screen says by whom", async () => {
    const { post, at } = await opened();
    await post(at("allow"), decision);
    const answer = await post(at("revoke"), { ...decision, reason: "fraud" }, other);
    expect(answer.body.approval).toMatchObject({ status: "revoked", revoked: { by: "user:fay", reason: "fraud" } });
  });

  test("what is no grant cannot be revoked", async () => {
    const { post, at } = await opened();
    expect(await post(at("revoke"), decision)).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  test("whoever asked withdraws it, and nobody else", async () => {
    const { post, at } = await opened();
    expect(await post(at("withdraw"), { reason: "no need" }, finance)).toMatchObject({ status: 403 });
    const answer = await post(at("withdraw"), { reason: "no need" }, requester);
    expect([answer.status, answer.body.approval.status]).toEqual([200, "cancelled"]);
  });

  test("breaking the glass needs evidence and opens an item that somebody else closes", async () => {
    const { get, post, at, id } = await opened();
    const emergency = { ...decision, evidence: "incident 12: the shop is down" };
    const without = await post(at("break-glass"), decision, cfo);
    expect([without.status, without.body.place]).toEqual([400, "body.evidence"]);
    expect((await post(at("break-glass"), emergency, finance)).body.code).toBe("not_entitled");

    const broken = (await post(at("break-glass"), emergency, cfo)).body.approval;
    expect(broken.break_glass).toEqual({ by: "user:cfo", evidence: emergency.evidence, review: "open" });
    expect((await get("/review-items")).body.items).toMatchObject([{ id, break_glass: { review: "open" } }]);

    const close = `/review-items/${id}/close`;
    expect(await post(close, { reason: "fine" }, cfo)).toMatchObject({ status: 403, body: { code: "not_entitled" } });
    const closed = (await post(close, { reason: "incident confirmed" })).body.approval;
    expect(closed.break_glass).toMatchObject({
      review: "closed",
      reviewed: { by: "user:fin", reason: "incident confirmed" },
    });
    expect((await get("/review-items")).body.items).toEqual([]);
  });

  test.each(["allow", "deny", "revoke", "withdraw", "break-glass"])("%s of what is not there is 404", async (verb) => {
    const { post } = await reviewed({ express });
    const bodies: Record<string, object> = {
      withdraw: { reason: "r" },
      "break-glass": { ...decision, evidence: "e" },
    };
    const answer = await post(`/approvals/apr_nothing/${verb}`, bodies[verb] ?? decision);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  });

  test("reading what is not there is 404", async () => {
    const { get } = await reviewed({ express });
    expect(await get("/approvals/apr_nothing")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});
