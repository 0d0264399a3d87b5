import type { RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { answerOf, decision, finance, raw, refund, reviewed } from "./desk.js";

const own = { "x-session": finance, "content-type": "application/json", "tier2-review": "1" };
const json = JSON.stringify(decision);

/** As the well-known middleware of that name does it. */
const methodOverride: RequestHandler = (req, _res, next) => {
  req.method = req.get("x-http-method-override") ?? req.method;
  next();
};

describe.each(expresses)("on Express $version", ({ express }) => {
  const opened = async (setting: Partial<Parameters<typeof reviewed>[0]> = {}) => {
    const desk = await reviewed({ express, ...setting });
    const id = desk.open(refund);
    const path = `/approvals/${id}/allow`;
    const undecided = async () => (await desk.get(`/approvals/${id}`)).body.approval.status === "pending";
    return { ...desk, path, allow: `${desk.url}/review${path}`, undecided };
  };

  test.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another origin, from a browser without Sec-Fetch-Site", { origin: "https://evil.example", "sec-fetch-site": "" }],
    ["another origin, without Origin", { origin: "", "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { origin: "", "sec-fetch-site": "same-site" }],
    ["another port of this host", { origin: "http://127.0.0.1:1", "sec-fetch-site": "" }],
    ["a sandboxed page", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a sandboxed page, from a browser without Sec-Fetch-Site", { origin: "null", "sec-fetch-site": "" }],
    ["a typed address", { origin: "", "sec-fetch-site": "none" }],
    ["a page whose browser contradicts its Origin", { "sec-fetch-site": "cross-site" }],
    ["what calls itself something new", { "sec-fetch-site": "same-galaxy" }],
  ])("a decision from %s is refused", async (_what, headers) => {
    const { post, path, undecided } = await opened();
    const answer = await post(path, decision, finance, { headers });
    expect([answer.status, answer.body.code]).toEqual([403, "cross_origin"]);
    expect(await undecided()).toBe(true);
  });

  test.each([
    ["no Origin and no Sec-Fetch-Site, as from a program", { origin: "", "sec-fetch-site": "" }],
    ["its own Origin and no Sec-Fetch-Site", { "sec-fetch-site": "" }],
    ["no Origin and Sec-Fetch-Site: same-origin", { origin: "" }],
  ])("a decision with %s is accepted", async (_what, headers) => {
    const { post, path } = await opened();
    expect((await post(path, decision, finance, { headers })).status).toBe(200);
  });

  test.each([[""], ["0"], ["yes"], ["1, 1"]])("a decision with Tier2-Review: %j is refused", async (value) => {
    const { post, path, undecided } = await opened();
    const answer = await post(path, decision, finance, { headers: { "tier2-review": value } });
    expect([answer.status, answer.body.code]).toEqual([403, "header_missing"]);
    expect(answer.body.error).toMatch(/Tier2-Review: 1/);
    expect(await undecided()).toBe(true);
  });

  test.each([
    ["application/x-www-form-urlencoded", "action_digest=action-digest&reason=r"],
    ["text/plain", json],
    ["text/plain; application/json", json],
    ["multipart/form-data; boundary=x", json],
    ["application/jsonp", json],
    ["application/json-patch+json", json],
    ["", json],
  ])("a decision sent as %j is refused, whatever parser the app has", async (type, body) => {
    const parser = type.endsWith("urlencoded")
      ? express.urlencoded({ extended: true })
      : express.json({ type: () => true, strict: false });
    for (const before of [[], [parser]]) {
      const { post, path, undecided } = await opened({ before });
      const sent = { headers: { "content-type": type }, body: Buffer.from(body) };
      const answer = await post(path, decision, finance, sent);
      expect([answer.status, answer.body.code]).toEqual([415, "not_json"]);
      expect(await undecided()).toBe(true);
    }
  });

  test("a form of another site, with the reviewer's cookies, decides nothing", async () => {
    const { allow, undecided } = await opened({ before: [express.urlencoded({ extended: true })] });
    const form = await fetch(allow, {
      method: "POST",
      headers: {
        "x-session": finance,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
      },
      body: new URLSearchParams(decision),
    });
    expect((await answerOf(form)).status).toBe(403);
    expect(await undecided()).toBe(true);
  });

  test("a form of this site decides nothing", async () => {
    const { allow, url, undecided } = await opened({ before: [express.urlencoded({ extended: true })] });
    const form = await fetch(allow, {
      method: "POST",
      headers: { "x-session": finance, origin: url, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
      body: new URLSearchParams(decision),
    });
    expect((await answerOf(form)).status).toBe(403);
    expect(await undecided()).toBe(true);
  });

  test("a preflight of another origin is not answered with leave", async () => {
    const { allow } = await opened();
    const preflight = await fetch(allow, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-headers": "tier2-review" },
    });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s decides nothing", async (method) => {
    const { allow, undecided } = await opened();
    const query = new URLSearchParams(decision);
    const answer = await fetch(`${allow}?${query}`, {
      method,
      headers: own,
      ...(!["GET", "HEAD"].includes(method) && { body: json }),
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await undecided()).toBe(true);
  });

  test.each(["x-http-method-override", "x-http-method", "x-method-override"])(
    "a header %s makes no decision of anything, not even where the app heeds it",
    async (name) => {
      for (const before of [[], [methodOverride]]) {
        const { allow, undecided } = await opened({ before });
        for (const method of ["GET", "POST", "PUT"]) {
          const answer = await fetch(allow, {
            method,
            headers: { ...own, [name]: "POST" },
            ...(method !== "GET" && { body: json }),
          });
          expect([400, 405]).toContain(answer.status);
        }
        expect(await undecided()).toBe(true);
      }
    },
  );

  test("reading decides nothing by its query", async () => {
    const { get, undecided } = await opened();
    expect((await get("/approvals?_method=POST")).status).toBe(400);
    expect(await undecided()).toBe(true);
  });

  test("pages of other origins read nothing; a typed address does", async () => {
    const { url } = await opened();
    const read = (headers: Record<string, string>) =>
      raw(`${url}/review/approvals`, { headers: { "x-session": finance, ...headers } });
    expect((await read({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await read({ "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await read({ origin: "https://evil.example" })).status).toBe(403);
    expect((await read({ "sec-fetch-site": "none" })).status).toBe(200);
    expect((await read({})).status).toBe(200);
  });

  test("the host that the browser named is the own one, whatever its case or default port", async () => {
    const { allow } = await opened();
    const from = (origin: string, host: string) =>
      raw(allow, { method: "POST", headers: { ...own, origin, host } }, json).then(({ status }) => status);
    expect(await from("http://review.example", "Review.Example")).toBe(200);
    expect(await from("https://review.example", "review.example:443")).toBe(200);
    expect(await from("https://review.example:8443", "review.example")).toBe(403);
    expect(await from("https://review.example.evil.example", "review.example")).toBe(403);
    expect(await from("https://evil.example", "evil.example/@review.example")).toBe(403);
    expect(await from("ftp://review.example", "review.example")).toBe(403);
  });

  test("only the listed origins count where some are listed", async () => {
    const console = "https://console.example";
    const { post, path, undecided, url } = await opened({ options: { allowedOrigins: [console] } });
    const from = (headers: Record<string, string>) => post(path, decision, finance, { headers });
    expect((await from({ origin: url })).body.code).toBe("cross_origin");
    expect((await from({ origin: "https://console.example.evil.example" })).body.code).toBe("cross_origin");
    expect((await from({ origin: "http://console.example" })).body.code).toBe("cross_origin");
    expect(await undecided()).toBe(true);
    expect((await from({ origin: console, "sec-fetch-site": "cross-site" })).status).toBe(200);
  });

  test("no answer is kept, framed, sniffed or loaded by another page", async () => {
    const { get, post, path } = await opened();
    const answers = [
      await get("/approvals"),
      await get("/approvals", ""),
      await post(path, {}),
      await post(path, decision, finance, { headers: { "tier2-review": "" } }),
      await post(path, decision),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 403, 200]);
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "content-type": "application/json; charset=utf-8",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers.get("etag")).toBeNull();
    }
  });
});
