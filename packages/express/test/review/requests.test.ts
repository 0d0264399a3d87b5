import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { type DeskSetting, finance, opened, raw } from "./desk.js";

const decision = { action_digest: "any", reason: "checked with the buyer" };

describe.each(expresses)("on Express $version", ({ express }) => {
  const open = async (setting: DeskSetting & Partial<Parameters<typeof opened>[0]> = {}) => {
    const { undecided: pending, decision: complete, ...desk } = await opened({ express, ...setting });
    return { ...desk, complete, pending, allow: desk.at("allow") };
  };

  test.each([["{"], [""], ["{'a': 1}"], ["\u0000"]])("%j is no JSON", async (body) => {
    const { post, allow, pending } = await open();
    const answer = await post(allow, {}, finance, { body });
    expect([answer.status, answer.body.code]).toEqual(body === "" ? [400, "invalid_request"] : [400, "invalid_json"]);
    expect(await pending()).toBe(true);
  });

  test("bytes that are no UTF-8 are no JSON", async () => {
    const { post, allow } = await open();
    const body = Buffer.concat([Buffer.from('{"action_digest":"'), Buffer.of(0xff), Buffer.from('","reason":"r"}')]);
    expect((await post(allow, {}, finance, { body })).body.code).toBe("invalid_json");
  });

  test("a large body is refused, whether or not it tells its length", async () => {
    const { post, allow, url, pending } = await open();
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

  test("a large body is refused, even where the app has read it already", async () => {
    const { post, allow, pending } = await open({ before: [express.json({ limit: "1mb" })] });
    const padded = `${JSON.stringify(decision)}${" ".repeat(17_000)}`;
    expect(await post(allow, {}, finance, { body: padded })).toMatchObject({
      status: 413,
      body: { code: "too_large" },
    });
    expect(await pending()).toBe(true);
  });

  test("a compressed body is refused", async () => {
    const { post, allow } = await open();
    expect(await post(allow, decision, finance, { headers: { "content-encoding": "gzip" } })).toMatchObject({
      status: 415,
      body: { code: "not_json" },
    });
  });

  test("a body that the app parsed before is taken as it is", async () => {
    const { post, allow, id, complete } = await open({ before: [express.json()] });
    const wrong = await post(allow, { ...decision, what: 1 });
    expect(wrong.body.place).toBe("body.what");
    expect(await post(allow, complete)).toMatchObject({ status: 200, body: { approval: { id } } });
  });

  test("a body that something else read away is refused", async () => {
    const { post, allow, pending } = await open({
      before: [(req, _res, next) => void req.resume().once("end", () => next())],
    });
    expect((await post(allow, decision)).status).toBe(400);
    expect(await pending()).toBe(true);
  });

  test.each(["/", "/approvals/", "/approvals//allow", "/approvals/apr_1/approve", "/Approvals", "/in-doubt/op_1"])(
    "%s is none of its paths and goes on to the app",
    async (path) => {
      const { get, post } = await open();
      expect((await get(path, "")).body).toEqual({ from: "the app" });
      expect((await post(path, decision, "")).body).toEqual({ from: "the app" });
    },
  );
});
