import { defineTier2Tool, type Level } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { tier2Middleware } from "../src/index.js";
import { deleteFoo, engine, guarded, requester } from "./foos.js";
import { expresses, serve } from "./server.js";

test("these tests run on Express 5 and on Express 4", () => {
  expect(expresses.map(({ version }) => version.split(".")[0])).toEqual(["5", "4"]);
});

describe.each(expresses)("on Express $version", ({ express }) => {
  test("the first call answers 428 with a preview, the second runs once with 200, a retry replays it", async () => {
    const { call, ran } = await guarded({ express });

    const first = await call({ id: 7 });
    expect(first.status).toBe(428);
    expect(first.body).toMatchObject({
      status: "confirmation_required",
      tool: "delete_foo",
      summary: "Will delete the foo",
      confirm_token: expect.stringMatching(/^cfm_/),
    });
    expect(first.headers.get("tier2-status")).toBe("confirmation_required");
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(ran).toEqual([]);

    const { confirm_token } = first.body;
    const second = await call({ id: 7, confirm_token });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", run: 1 });
    expect(second.headers.get("tier2-status")).toBe("ok");
    expect(second.headers.get("cache-control")).toBe("no-store");
    expect(second.headers.has("idempotency-replayed")).toBe(false);

    const again = await call({ id: 7, confirm_token });
    expect(again.status).toBe(200);
    expect(again.text).toBe(second.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(ran).toEqual([{ id: 7 }]);
  });

  test("the token may come in the header, and in both places if it is the same", async () => {
    const { call, ran } = await guarded({ express });
    const token = String((await call({ id: 7 })).body.confirm_token);
    const headers = { "Tier2-Confirm-Token": token };
    expect((await call({ id: 7 }, { headers })).status).toBe(200);
    expect((await call({ id: 7, confirm_token: token }, { headers })).headers.get("idempotency-replayed")).toBe("true");
    expect(ran).toHaveLength(1);
  });

  test("the same operation, previewed anew, is 409 unless the earlier one is acknowledged", async () => {
    const { call, ran } = await guarded({ express });
    await call({ id: 7, confirm_token: (await call({ id: 7 })).body.confirm_token });
    const { confirm_token, duplicate_of } = (await call({ id: 7 })).body;
    expect(duplicate_of).toEqual({ operation_id: expect.any(String), status: "completed", seconds_ago: 0 });
    const refused = await call({ id: 7, confirm_token });
    expect([refused.status, refused.body.reason]).toEqual([409, "duplicate"]);
    expect(ran).toHaveLength(1);

    const anew = (await call({ id: 7 })).body;
    const { operation_id } = anew.duplicate_of as { operation_id: string };
    const both = { id: 7, confirm_token: anew.confirm_token, acknowledge_duplicate: operation_id };
    expect((await call({ ...both, acknowledge_duplicate: 7 })).status).toBe(400);
    const done = await call(both);
    expect([done.status, done.body.run]).toEqual([200, 2]);
  });

  test("the app's settings change neither status nor bytes: no 304 by ETag, no JSON replacer", async () => {
    const { tier2 } = engine();
    const { tool, ran } = deleteFoo();
    const app = express();
    app.set("json replacer", () => "replaced");
    app.set("json spaces", 8);
    app.get("/", tier2Middleware(tier2, tool, { requester, params: () => ({ id: 7 }) }));
    const url = await serve(app);
    const get = (headers: Record<string, string>) => fetch(url, { headers: { "x-token-id": "alice", ...headers } });

    const { confirm_token } = (await (await get({})).json()) as { confirm_token: string };
    const second = await get({ "Tier2-Confirm-Token": confirm_token, "If-None-Match": "*" });
    expect(second.status).toBe(200);
    expect(await second.text()).toBe(
      JSON.stringify({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", run: 1 }),
    );
    expect(ran).toHaveLength(1);
  });

  test("the handler's context holds the request", async () => {
    let source: unknown;
    const { tier2 } = engine();
    const tool = defineTier2Tool({
      name: "look",
      category: "delete",
      preview: (_params, ctx) => {
        source = (ctx.source as { originalUrl: string }).originalUrl;
        return { summary: "Will look", preview: {} };
      },
      execute: () => ({ message: "looked" }),
    });
    const url = await serve(express().get("/look", tier2Middleware(tier2, tool, { requester })));
    expect((await fetch(`${url}/look`, { headers: { "x-token-id": "alice" } })).status).toBe(428);
    expect(source).toBe("/look");
  });
});

describe("at set-up", () => {
  test("the tool becomes known to the engine", () => {
    const { tier2 } = engine();
    tier2Middleware(tier2, deleteFoo().tool, { requester });
    expect(tier2.tools().map(({ name }) => name)).toEqual(["delete_foo"]);
  });

  test("a tool that can never run here is refused", () => {
    const { tier2 } = engine();
    const tool = defineTier2Tool({
      name: "wipe",
      level: "L3" satisfies Level,
      preview: () => ({ summary: "Will wipe", preview: {} }),
      execute: () => ({ message: "" }),
    });
    expect(() => tier2Middleware(tier2, tool, { requester })).toThrow(
      expect.objectContaining({ code: "level_unavailable" }),
    );
  });

  test("a missing requester option is refused", () => {
    const { tier2 } = engine();
    expect(() => tier2Middleware(tier2, deleteFoo().tool, {} as never)).toThrow(
      expect.objectContaining({ code: "invalid_setup" }),
    );
  });
});
