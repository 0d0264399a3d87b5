import express from "express";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finance, opened } from "./desk.js";

const decision = { action_digest: "any", reason: "checked with the buyer" };

describe("what a request may say", () => {
  const open = async () => {
    const { undecided: pending, ...desk } = await opened({ express });
    return { ...desk, pending, allow: desk.at("allow") };
  };

  test.each([
    [{ reason: "r" }, "body.action_digest"],
    [{ action_digest: "action-digest" }, "body.reason"],
    [{ ...decision, reason: "" }, "body.reason"],
    [{ ...decision, reason: " \n" }, "body.reason"],
    [{ ...decision, reason: "r".repeat(2001) }, "body.reason"],
    [{ ...decision, reason: 7 }, "body.reason"],
    [{ ...decision, reason: null }, "body.reason"],
    [{ ...decision, action_digest: ["action-digest"] }, "body.action_digest"],
    [{ ...decision, uses: 0 }, "body.uses"],
    [{ ...decision, uses: 1.5 }, "body.uses"],
    [{ ...decision, uses: "1" }, "body.uses"],
    [{ ...decision, uses: null }, "body.uses"],
    [{ ...decision, uses: 1001 }, "body.uses"],
    [{ ...decision, minutes: -1 }, "body.minutes"],
    [{ ...decision, minuts: 1 }, "body.minuts"],
    [{ ...decision, actionDigest: "action-digest" }, "body.actionDigest"],
    [{ ...decision, approver: "user:cfo" }, "body.approver"],
    [[], "body"],
    ["text", "body"],
    [null, "body"],
    [7, "body"],
  ])("%j is refused, with its place", async (body, place) => {
    const { post, allow, pending } = await open();
    const answer = await post(allow, body);
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
    expect(answer.body.error.startsWith(place)).toBe(true);
    expect(await pending()).toBe(true);
  });

  test("uses and minutes belong to an allow alone", async () => {
    const { post, id } = await open();
    for (const verb of ["deny", "revoke"]) {
      const answer = await post(`/approvals/${id}/${verb}`, { ...decision, uses: 1 });
      expect([answer.status, answer.body.place]).toEqual([400, "body.uses"]);
    }
  });

  test("any member that is not known is refused by its name", async () => {
    const { post, allow, pending } = await open();
    const known = ["action_digest", "reason", "uses", "minutes"];
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 30 }),
      fc.constantFrom("__proto__", "constructor", "toString"),
    );
    await fc.assert(
      fc.asyncProperty(
        name.filter((given) => !known.includes(given)),
        async (given) => {
          const body = JSON.stringify({ ...decision, [given]: 1 }).replace("{", () => `{${JSON.stringify(given)}: 1,`);
          const answer = await post(allow, {}, finance, { body });
          expect([answer.status, answer.body.place]).toEqual([400, `body.${given}`]);
        },
      ),
      { numRuns: 40 },
    );
    expect(await pending()).toBe(true);
  });

  test("a decision says nothing in its URL", async () => {
    const { post, allow, pending } = await open();
    const answer = await post(`${allow}?reason=r`, decision);
    expect([answer.status, answer.body.place]).toEqual([400, "query.reason"]);
    expect(await pending()).toBe(true);
  });

  test.each([
    ["?status=open", "query.status"],
    ["?status=", "query.status"],
    ["?tool=", "query.tool"],
    ["?limit=0", "query.limit"],
    ["?limit=101", "query.limit"],
    ["?limit=1e1", "query.limit"],
    ["?limit=-1", "query.limit"],
    ["?cursor=", "query.cursor"],
    ["?cursor=garbage", "query.cursor"],
    ["?cursor=%27%20or%201=1", "query.cursor"],
    ["?cursor=0", "query.cursor"],
    ["?status=pending&status=denied", "query.status"],
    ["?page=2", "query.page"],
    ["?status[]=pending", "query.status[]"],
    ["?__proto__=1", "query.__proto__"],
  ])("a list with %s is refused, with its place", async (query, place) => {
    const { get } = await open();
    const answer = await get(`/approvals${query}`);
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
  });

  test.each(["/approvals", "/review-items", "/in-doubt"])(
    "%s goes on from no cursor that it never gave",
    async (path) => {
      const { get } = await open();
      const answer = await get(`${path}?cursor=garbage`);
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          ...{ code: "invalid_request", place: "query.cursor" },
          error: "query.cursor is none that this list gave. Leave it out to start anew",
        },
      ]);
    },
  );

  test.each(["apr_1%2F..", "apr:1", "a:1", "%61pr_1", "apr_1;x", "x".repeat(201), "ä"])(
    "%s is no id, and nobody is asked for it",
    async (id) => {
      const { get, post } = await open();
      expect(await get(`/approvals/${id}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await post(`/approvals/${id}/allow`, decision)).toMatchObject({ status: 404 });
      const settlement = { reason: "r", outcome: "not_executed" };
      expect(await post(`/in-doubt/${id}/settle`, settlement)).toMatchObject({ status: 404 });
    },
  );
});
