import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { decision, finance, raw, refund, reviewed } from "./desk.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  const opened = async (setting: Partial<Parameters<typeof reviewed>[0]> = {}) => {
    const desk = await reviewed({ express, ...setting });
    const id = desk.open(refund);
    const pending = async () => (await desk.get(`/approvals/${id}`)).body.approval.allows.length === 0;
    return { ...desk, id, allow: `/approvals/${id}/allow`, pending };
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
    const { post, allow, pending } = await opened();
    const answer = await post(allow, body);
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
    expect(answer.body.error.startsWith(place)).toBe(true);
    expect(await pending()).toBe(true);
  });

  test("uses and minutes belong to an allow alone", async () => {
    const { post, id } = await opened();
    for (const verb of ["deny", "revoke"]) {
      const answer = await post(`/approvals/${id}/${verb}`, { ...decision, uses: 1 });
      expect([answer.status, answer.body.place]).toEqual([400, "body.uses"]);
    }
  });

  test("any member that is not known is refused by its name", async () => {
    const { post, allow, pending } = await opened();
    const known = ["action_digest", "reason", "uses", "minutes"];
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 30 }),
      fc.constantFrom("__proto__", "constructor", "toString"),
    );
    await fc.assert(
      fc.asyncProperty(
        name.filter((given) => !known.includes(given)),
        async (given) => {
          const body = JSON.stringify({ ...decision, [given]: 1 }).replace("{", `{${JSON.stringify(given)}: 1,`);
          const answer = await post(allow, {}, finance, { body });
          expect([answer.status, answer.body.place]).toEqual([400, `body.${given}`]);
        },
      ),
      { numRuns: 40 },
    );
    expect(await pending()).toBe(true);
  });

  test.each([["{"], [""], ["{'a': 1}"], ["\u0000"]])("%j is no JSON", async (body) => {
    const { post, allow, pending } = await opened();
    const answer = await post(allow, {}, finance, { body });
    expect([answer.status, answer.body.code]).toEqual(body === "" ? [400, "invalid_request"] : [400, "invalid_json"]);
    expect(await pending()).toBe(true);
  });

  test("bytes that are no UTF-8 are no JSON", async () => {
    const { post, allow } = await opened();
    const body = Buffer.concat([Buffer.from('{"action_digest":"'), Buffer.of(0xff), Buffer.from('","reason":"r"}')]);
    expect((await post(allow, {}, finance, { body })).body.code).toBe("invalid_json");
  });

  test("a large body is refused, whether or not it tells its length", async () => {
    const { post, allow, url, pending } = await opened();
    const body = JSON.stringify({ ...decision, reason: "r".repeat(17_000) });
    expect(await post(allow, {}, finance, { body })).toMatchObject({ status: 413, body: { code: "too_large" } });
    const headers = { "x-session": finance, "content-type": "application/json", "tier2-review": "1" };
    const chunked = await raw(
      `${url}/review${allow}`,
      { method: "POST", headers: { ...headers, "transfer-encoding": "chunked" } },
      body,
    );
    expect([chunked.status, JSON.parse(chunked.text).code]).toEqual([413, "too_large"]);
    expect(await pending()).toBe(true);
  });

  test("a compressed body is refused", async () => {
    const { post, allow } = await opened();
    expect(await post(allow, decision, finance, { headers: { "content-encoding": "gzip" } })).toMatchObject({
      status: 415,
      body: { code: "not_json" },
    });
  });

  test("a body that the app parsed before is taken as it is", async () => {
    const { post, allow, id } = await opened({ before: [express.json()] });
    const wrong = await post(allow, { ...decision, what: 1 });
    expect(wrong.body.place).toBe("body.what");
    expect(await post(allow, decision)).toMatchObject({ status: 200, body: { approval: { id } } });
  });

  test("a body that something else read away is refused", async () => {
    const { post, allow, pending } = await opened({
      before: [(req, _res, next) => void req.resume().once("end", () => next())],
    });
    expect((await post(allow, decision)).status).toBe(400);
    expect(await pending()).toBe(true);
  });

  test("a decision says nothing in its URL", async () => {
    const { post, allow, pending } = await opened();
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
    ["?status=pending&status=denied", "query.status"],
    ["?page=2", "query.page"],
    ["?status[]=pending", "query.status[]"],
    ["?__proto__=1", "query.__proto__"],
  ])("a list with %s is refused, with its place", async (query, place) => {
    const { get } = await opened();
    const answer = await get(`/approvals${query}`);
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
  });

  test.each(["apr_1%2F..", "apr:1", "a:1", "%61pr_1", "apr_1;x", "x".repeat(201), "ä"])(
    "%s is no id, and nobody is asked for it",
    async (id) => {
      const { get, post } = await opened();
      expect(await get(`/approvals/${id}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await post(`/approvals/${id}/allow`, decision)).toMatchObject({ status: 404 });
      const settlement = { reason: "r", outcome: "not_executed" };
      expect(await post(`/in-doubt/${id}/settle`, settlement)).toMatchObject({ status: 404 });
    },
  );

  test.each(["/", "/approvals/", "/approvals//allow", "/approvals/apr_1/approve", "/Approvals", "/in-doubt/op_1"])(
    "%s is none of its paths and goes on to the app",
    async (path) => {
      const { get, post } = await opened();
      expect((await get(path, "")).body).toEqual({ from: "the app" });
      expect((await post(path, decision, "")).body).toEqual({ from: "the app" });
    },
  );
});
