import type { ErrorRequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { tier2Middleware } from "../src/index.js";
import { caller, deleteFoo, engine, gate, guarded, requester } from "./foos.js";
import { expresses, serve } from "./server.js";

const boom = new Error("boom");
const throwing = () => {
  throw boom;
};
const rejecting = async () => {
  throw boom;
};

describe.each(expresses)("on Express $version", ({ express }) => {
  test.each([
    ["the requester option throws", { options: { requester: throwing } }],
    ["the requester option rejects", { options: { requester: rejecting } }],
    ["the params option throws", { options: { params: throwing } }],
    ["the params option rejects", { options: { params: rejecting } }],
    ["the preview throws", { tool: deleteFoo({ preview: throwing }) }],
    ["the preview rejects", { tool: deleteFoo({ preview: rejecting }) }],
  ])("where %s, the app's error handler hears it once", async (_what, setting) => {
    const { call, errors } = await guarded({ express, ...setting });
    const answer = await call({ id: 7 });
    expect([answer.status, answer.body]).toEqual([500, { error: "sorry" }]);
    expect(errors).toEqual([boom]);
  });

  test.each([[undefined], [null], ["route"], ["router"], [""]])(
    "%j, thrown, goes to the error handler and on to no other route",
    async (thrown) => {
      const { tier2 } = engine();
      const app = express();
      const options = {
        requester: () => {
          throw thrown;
        },
      };
      app.get("/", tier2Middleware(tier2, deleteFoo().tool, options));
      app.get("/", (_req, res) => void res.json({ unguarded: true }));
      app.use(((_error, _req, res, _next) => res.status(500).end("sorry")) as ErrorRequestHandler);
      app.use((_req, res) => void res.status(404).json({ unguarded: true }));
      const res = await fetch(await serve(app));
      expect([res.status, await res.text()]).toEqual([500, "sorry"]);
    },
  );

  test("a closed engine is an error for the app", async () => {
    const { call, errors, tier2 } = await guarded({ express });
    await tier2.close();
    expect((await call({ id: 7 })).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ code: "closed" })]);
  });

  test("an asynchronous requester is waited for", async () => {
    const options = { requester: async () => ({ tokenId: "alice" }) };
    const { call } = await guarded({ express, options });
    expect((await call({ id: 7 }, { as: null })).status).toBe(428);
  });

  test("where something else answered meanwhile, nothing is sent twice and the outcome is recorded", async () => {
    const { wait, reached, open } = gate();
    const { tier2, events } = engine();
    const { tool, ran } = deleteFoo({ during: wait });
    const errors: unknown[] = [];
    const app = express().use(express.json());
    app.post("/", (req, res, next) => {
      if (req.get("x-hurry") !== undefined) void reached.then(() => res.status(504).json({ error: "too slow" }));
      next();
    });
    app.post("/", tier2Middleware(tier2, tool, { requester }));
    app.use(((error, _req, _res, next) => {
      errors.push(error);
      next(error);
    }) as ErrorRequestHandler);
    const url = await serve(app);
    const call = caller(url);
    const { confirm_token } = (await call({ id: 7 })).body;

    expect((await call({ id: 7, confirm_token }, { headers: { "x-hurry": "1" } })).status).toBe(504);
    open();
    await expect.poll(() => events.map(({ type }) => type)).toContain("completed");
    const retry = await call({ id: 7, confirm_token });
    expect(retry.headers.get("idempotency-replayed")).toBe("true");
    expect(ran).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
