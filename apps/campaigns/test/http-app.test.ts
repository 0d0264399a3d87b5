import { request } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { demoTokens } from "../src/server/demo-tokens.js";
import { freshDatabase } from "./fresh-database.js";
import { bearer, freshServer, post } from "./fresh-server.js";

const sql = freshDatabase();
const { start, client } = freshServer(sql);
const [a, b] = [bearer(demoTokens.a.token), bearer(demoTokens.b.token)];
const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const accept = { Accept: "application/json, text/event-stream" };

describe("nothing is served", () => {
  test.each(["/mcp", "/api/tools/list_offers", "/anything"])("at %s without a known token", async (path) => {
    const { url } = await start();
    expect((await post(url, path, {})).status).toBe(401);
    expect((await post(url, path, {}, bearer("made-up"))).status).toBe(401);
  });

  test("to a page whose host name was rebound to this machine", async () => {
    const { url } = await start();
    const status = await new Promise((resolve, reject) => {
      const headers = { ...a, ...accept, Host: "rebound.example", "Content-Type": "application/json" };
      request(new URL("/mcp", url), { method: "POST", headers }, (res) => resolve(res.resume().statusCode))
        .on("error", reject)
        .end(JSON.stringify(listTools));
    });
    expect(status).toBe(403);
  });

  test.each([
    ["https://page.example", 403],
    ["null", 403],
    ["http://localhost.page.example", 403],
    ["http://localhost:6274", 200],
    ["http://127.0.0.1:6274", 200],
  ])("to a page of origin %s: %d", async (origin, status) => {
    const { url } = await start();
    const answers = [
      await post(url, "/mcp", listTools, { ...a, ...accept, Origin: origin }),
      await post(url, "/api/tools/list_offers", {}, { ...a, Origin: origin }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  });
});

describe("MCP over Streamable HTTP", () => {
  test("lists all tools, and runs a Tier-1 tool at once", async () => {
    const { url } = await start();
    const agent = await client(url, demoTokens.a.token);
    const { tools } = await agent.listTools();
    expect(tools).toHaveLength(47);
    expect(tools.filter(({ inputSchema }) => inputSchema.properties?.confirm_token)).toHaveLength(21);
    const paused = await agent.callTool({ name: "pause_campaign", arguments: { id: 43 } });
    expect(paused).toMatchObject({ structuredContent: { campaign: { id: 43, status: "paused" } } });
  });

  test("tells a Tier-1 refusal as an error", async () => {
    const { url } = await start();
    const agent = await client(url, demoTokens.a.token);
    const unknown = await agent.callTool({ name: "get_offer", arguments: { id: 99 } });
    expect(unknown.isError).toBe(true);
    expect(JSON.stringify(unknown.content)).toContain("Offer #99 not found");
  });

  test("has no sessions: it hands out none, and offers no stream", async () => {
    const { url } = await start();
    const answer = await post(url, "/mcp", listTools, { ...a, ...accept });
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    const stream = await fetch(new URL("/mcp", url), { headers: { ...a, Accept: "text/event-stream" } });
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("who calls", () => {
  const path = "/api/tools/delete_campaign";
  const confirmBody = async (url: string) => {
    const { confirm_token } = (await (await post(url, path, { id: 42 }, a)).json()) as { confirm_token: string };
    return { id: 42, confirm_token };
  };

  test("is the MCP token's id, the same over MCP and HTTP", async () => {
    const { url } = await start();
    const agent = await client(url, demoTokens.a.token);
    const confirmed = await agent.callTool({ name: "delete_campaign", arguments: await confirmBody(url) });
    expect(confirmed.structuredContent).toMatchObject({ status: "ok", message: "Campaign 42 deleted" });
  });

  test("may not confirm what another token was shown, over neither", async () => {
    const { url } = await start();
    const body = await confirmBody(url);
    const answer = await post(url, path, body, b);
    expect([answer.status, await answer.json()]).toMatchObject([403, { reason: "wrong_owner" }]);
    const agent = await client(url, demoTokens.b.token);
    const refused = await agent.callTool({ name: "delete_campaign", arguments: body });
    expect(JSON.stringify(refused.content)).toContain("wrong_owner");
  });
});

describe("the HTTP API", () => {
  test.each([
    ["a read", "get_offer", { id: 12 }, 200, { offer: { payout: "4.50" } }],
    ["a read without a body", "list_offers", "", 200, {}],
    ["an unknown id", "get_offer", { id: 99 }, 409, { reason: "not_possible", error: "Offer #99 not found" }],
    ["a text for a number", "get_offer", { id: "12" }, 400, { reason: "invalid_params" }],
    ["an unknown argument", "get_offer", { id: 12, x: 1 }, 400, { reason: "invalid_params" }],
    ["no JSON", "get_offer", "{", 400, { error: expect.stringContaining("JSON") }],
    ["an unknown tool", "drop_database", {}, 404, { error: expect.stringContaining("/api/tools/<name>") }],
    [
      "a Tier-2 tool",
      "update_offer_payout",
      { offer_id: 12, new_payout: 6.2 },
      428,
      { status: "confirmation_required" },
    ],
  ])("answers %s", async (_what, tool, body, status, answer) => {
    const { url } = await start();
    const given = await post(url, `/api/tools/${tool}`, body, a);
    expect(given.status).toBe(status);
    expect(await given.json()).toMatchObject(answer);
  });

  test("shows no stack trace when a tool breaks, but logs it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { url } = await start();
    await sql.query("drop table offers cascade");
    const broken = await post(url, "/api/tools/list_offers", {}, a);
    expect([broken.status, await broken.json()]).toEqual([500, { error: "Internal error" }]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("says so while the server is shutting down", async () => {
    const { url, engine } = await start();
    await engine.close();
    const late = await post(url, "/api/tools/delete_campaign", { id: 42 }, a);
    expect([late.status, await late.json()]).toMatchObject([503, { error: expect.stringContaining("shutting down") }]);
  });
});
