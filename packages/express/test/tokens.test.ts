import { once } from "node:events";
import http from "node:http";
import { defineTier2Tool } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { tier2Middleware } from "../src/index.js";
import { caller, engine, guarded, requester } from "./foos.js";
import { expresses, serve } from "./server.js";

const token = `cfm_${"A".repeat(43)}`;

describe.each(expresses)("on Express $version", ({ express }) => {
  test("two different tokens in body and header are refused, whichever is right", async () => {
    const { call, ran } = await guarded({ express });
    const { confirm_token } = (await call({ id: 7 })).body;
    const both = await call({ id: 7, confirm_token }, { headers: { "Tier2-Confirm-Token": token } });
    expect([both.status, both.body.reason]).toEqual([400, "invalid_params"]);
    expect(both.body.error).toContain("two different confirm tokens");
    const swapped = await call(
      { id: 7, confirm_token: token },
      { headers: { "Tier2-Confirm-Token": `${confirm_token}` } },
    );
    expect([swapped.status, swapped.body.reason]).toEqual([400, "invalid_params"]);
    expect(ran).toEqual([]);
  });

  test("an empty token is none: the call can only preview", async () => {
    const { call } = await guarded({ express });
    const answer = await call({ id: 7, confirm_token: "" }, { headers: { "Tier2-Confirm-Token": "" } });
    expect(answer.status).toBe(428);
  });

  test.each([
    ["the query", "/foos/:id", `/foos/7?confirm_token=${token}`],
    ["the path", "/foos/:id/:confirm_token", `/foos/7/${token}`],
  ])("a token in %s is refused without repeating it, whatever else is there", async (_place, path, target) => {
    for (const options of [{}, { params: () => ({ id: 7 }) }]) {
      const { url, ran, events } = await guarded({ express, path, options });
      const res = await fetch(url + target, {
        method: "DELETE",
        headers: { "x-token-id": "alice", "content-type": "application/json" },
        body: JSON.stringify({ confirm_token: token }),
      });
      const text = await res.text();
      expect(res.status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({
        status: "rejected",
        reason: "invalid_params",
        error: expect.stringContaining("must not stand in the URL"),
      });
      expect(text).not.toContain(token);
      expect([...res.headers.values()].join()).not.toContain(token);
      expect(ran).toEqual([]);
      expect(events).toContainEqual(expect.objectContaining({ type: "refused", reason: "invalid_params" }));
    }
  });

  test.each([
    ["different", [`${token}`, `${token}B`]],
    ["the same", [token, token]],
  ])("a header sent twice is refused, even with %s values", async (_values, values) => {
    const { url } = await guarded({ express });
    const req = http.request(`${url}/delete_foo`, {
      method: "POST",
      headers: { "x-token-id": "alice", "content-type": "application/json", "Tier2-Confirm-Token": values },
    });
    req.end(JSON.stringify({ id: 7 }));
    const [res] = (await once(req, "response")) as [http.IncomingMessage];
    const text = (await res.toArray()).join("");
    expect(res.statusCode).toBe(400);
    expect(text).toContain("Tier2-Confirm-Token stands in the request more than once");
    expect(text).not.toContain(token);
  });

  test("a token that is no text is refused", async () => {
    const { call } = await guarded({ express });
    const answer = await call({ id: 7, confirm_token: [token] });
    expect([answer.status, answer.body.reason]).toEqual([400, "invalid_params"]);
  });

  test("with the params option the body's token is honoured all the same", async () => {
    const { call, ran } = await guarded({ express, options: { params: () => ({ id: 7 }) } });
    const { confirm_token } = (await call({ anything: 1 })).body;
    expect((await call({ confirm_token })).status).toBe(200);
    expect(ran).toEqual([{ id: 7 }]);
    const both = await call({ confirm_token }, { headers: { "Tier2-Confirm-Token": token } });
    expect([both.status, both.body.reason]).toEqual([400, "invalid_params"]);
  });

  test.each([
    ["the body", "body"],
    ["the header", "header"],
  ])("with the params option the body's acknowledgement is honoured, with the token in %s", async (_place, place) => {
    const { call, ran } = await guarded({ express, options: { params: () => ({ id: 7 }) } });
    await call({ confirm_token: (await call({})).body.confirm_token });
    const { confirm_token, duplicate_of } = (await call({})).body;
    const { operation_id } = duplicate_of as { operation_id: string };
    const headers: Record<string, string> = place === "header" ? { "Tier2-Confirm-Token": `${confirm_token}` } : {};
    const token = place === "body" ? { confirm_token } : {};
    expect((await call({ ...token, acknowledge_duplicate: operation_id }, { headers })).status).toBe(200);
    expect(ran).toEqual([{ id: 7 }, { id: 7 }]);
  });

  test("a params option that answers nothing loses no token", async () => {
    const { tier2 } = engine();
    const tool = defineTier2Tool({
      name: "wipe",
      category: "delete",
      preview: () => ({ summary: "Will wipe", preview: {} }),
      execute: () => ({ message: "wiped" }),
    });
    const options = { requester, params: () => undefined };
    const call = caller(await serve(express().use(express.json(), tier2Middleware(tier2, tool, options))));
    const { confirm_token } = (await call({})).body;
    expect((await call({ confirm_token })).body).toEqual({ status: "ok", tool: "wipe", message: "wiped" });
  });
});
