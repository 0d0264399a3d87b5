import { defineTier2Tool } from "@holdpoint/tier2-core";
import type { Request, RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { tier2Middleware } from "../src/index.js";
import { answerOf, deleteFoo, engine, guarded, requester } from "./foos.js";
import { type Express, expresses, serve } from "./server.js";

/** A tool that takes anything, behind a path of its own; each call answers the arguments that reached the preview. */
async function seeing(
  express: Express,
  path: string,
  { params, before = [express.json()] }: { params?: (req: Request) => unknown; before?: RequestHandler[] } = {},
) {
  const { tier2, events } = engine();
  const tool = defineTier2Tool({
    name: "look",
    preview: (seen: object) => ({ summary: "Will look", preview: { seen } }),
    execute: () => ({ message: "looked" }),
  });
  const app = express();
  app.all(path, ...before, tier2Middleware(tier2, tool, { requester, ...(params && { params }) }));
  const url = await serve(app);
  return async (target: string, body?: unknown) => {
    const res = await fetch(url + target, {
      method: "POST",
      headers: { "x-token-id": "alice", "content-type": "application/json" },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const answer = await answerOf(res);
    const seen = (answer.body.preview as { seen: unknown } | undefined)?.seen;
    return { ...answer, seen, events };
  };
}

describe.each(expresses)("on Express $version", ({ express, version }) => {
  test("arguments are the members of body, query and path together, as they are", async () => {
    const look = await seeing(express, "/foos/:id");
    const { seen } = await look("/foos/7?force=true&tag=a&tag=b", { why: null, deep: { n: 1 } });
    expect(seen).toEqual({ id: "7", force: "true", tag: ["a", "b"], why: null, deep: { n: 1 } });
  });

  test("a request without a body has the arguments of its URL", async () => {
    const look = await seeing(express, "/foos/:id");
    expect((await look("/foos/7")).seen).toEqual({ id: "7" });
  });

  test("a number in the path stays text, so a schema that wants a number refuses it", async () => {
    const { url } = await guarded({ express, path: "/foos/:id" });
    const res = await fetch(`${url}/foos/7`, { method: "DELETE", headers: { "x-token-id": "alice" } });
    expect(res.status).toBe(400);
    expect(await res.json()).toMatchObject({ reason: "invalid_params", error: expect.stringContaining("id") });
  });

  test.each([
    ["path and body", "/foos/7", { id: 7 }, ['"id" stands in the path and in the body']],
    ["path and query", "/foos/7?id=7", {}, ['"id" stands in the path and in the query']],
    ["query and body", "/foos/7?why=a", { why: "b" }, ['"why" stands in the query and in the body']],
    ["everywhere", "/foos/7?id=7", { id: "7" }, ['"id" stands in the path and in the query and in the body']],
    ["two names", "/foos/7?a=1", { a: "1", id: "7" }, ['"id" stands', '"a" stands']],
  ])("a name in two places is refused and named: %s", async (_places, target, body, sentences) => {
    const look = await seeing(express, "/foos/:id");
    const { status, body: answer, events } = await look(target, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ status: "rejected", reason: "invalid_params" });
    for (const sentence of sentences) expect(answer.error).toContain(sentence);
    expect(events).toContainEqual(expect.objectContaining({ type: "refused", reason: "invalid_params" }));
  });

  test("a name that objects have by birth is an argument like any other", async () => {
    const look = await seeing(express, "/foos/:id");
    const { seen } = await look("/foos/7", '{"__proto__":{"admin":true},"constructor":"c","hasOwnProperty":1}');
    expect(Object.entries(seen as object)).toEqual(
      expect.arrayContaining([
        ["__proto__", { admin: true }],
        ["constructor", "c"],
        ["hasOwnProperty", 1],
      ]),
    );
    expect((await look("/foos/7?constructor=q", { constructor: "b" })).body.error).toContain('"constructor" stands');
  });

  test("an optional part that the path leaves out stands in no place", async () => {
    const look = await seeing(express, version.startsWith("4") ? "/foos/:id?" : "/foos{/:id}");
    expect((await look("/foos", { id: 7 })).seen).toEqual({ id: 7 });
    expect((await look("/foos/7", { id: 7 })).status).toBe(400);
  });

  test("an app without a query parser has no arguments in the query", async () => {
    const { tier2 } = engine();
    const app = express().set("query parser", () => undefined);
    app.get("/", tier2Middleware(tier2, deleteFoo().tool, { requester }));
    const res = await fetch(`${await serve(app)}?id=7`, { headers: { "x-token-id": "alice" } });
    expect(res.status).toBe(400);
    expect(await res.json()).toMatchObject({ reason: "invalid_params" });
  });

  describe("with the params option", () => {
    test("its result is used instead, and the body may hold the same names", async () => {
      const look = await seeing(express, "/foos/:id", { params: (req) => ({ id: Number(req.params.id) }) });
      expect((await look("/foos/7?id=8", { id: 9, more: true })).seen).toEqual({ id: 7 });
    });

    test("it may be asynchronous", async () => {
      const look = await seeing(express, "/", { params: async () => ({ id: 7 }) });
      expect((await look("/")).seen).toEqual({ id: 7 });
    });

    test("an instance of a class counts with its members", async () => {
      class DeleteFoo {
        constructor(readonly id: number) {}
      }
      const look = await seeing(express, "/", { params: () => new DeleteFoo(7) });
      expect((await look("/")).seen).toEqual({ id: 7 });
    });

    test("a token among what it answers is kept", async () => {
      const look = await seeing(express, "/", { params: (req) => ({ id: 7, confirm_token: req.get("x-token-id") }) });
      expect((await look("/")).body).toMatchObject({ reason: "unknown_or_used" });
    });

    test("what it answers must be an object", async () => {
      const look = await seeing(express, "/", { params: () => ["id", 7] });
      expect((await look("/", { confirm_token: "cfm_x" })).body).toMatchObject({
        reason: "invalid_params",
        error: expect.stringContaining("must be an object"),
      });
    });

    test("it may read a body that is no JSON object", async () => {
      const look = await seeing(express, "/", { params: (req) => ({ ids: req.body }) });
      expect((await look("/", [7, 8])).seen).toEqual({ ids: [7, 8] });
    });
  });
});
