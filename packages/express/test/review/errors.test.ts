import { Tier2Error } from "@holdpoint/tier2-core";
import type { ErrorRequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { reviewRouter } from "../../src/index.js";
import { expresses, serve } from "../server.js";
import { authenticate, clients, decision } from "./desk.js";
import { deskInMemory } from "./desk-in-memory.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  /** A desk whose every question fails so, and what reached the app's error handler. */
  const broken = async (failure: unknown) => {
    const { reviewed } = deskInMemory();
    const fail = () => Promise.reject(failure);
    Object.assign(reviewed.approvals, { list: fail, get: fail, allow: fail });
    Object.assign(reviewed.operations, { settle: fail });
    const errors: unknown[] = [];
    const app = express().use("/review", reviewRouter(reviewed, { authenticate }));
    app.use(((error, _req, res, _next) => {
      errors.push(error);
      res.status(500).json({ from: "the app" });
    }) as ErrorRequestHandler);
    return { ...clients(`${await serve(app)}/review`), errors };
  };

  test("a silent store is 503, and it is said that the outcome is not known", async () => {
    const { get, post, errors } = await broken(
      new Tier2Error("store_unavailable", "connection refused at secret-host"),
    );
    for (const answer of [
      await get("/approvals"),
      await get("/approvals/apr_1"),
      await post("/approvals/apr_1/allow", decision),
      await post("/in-doubt/op_1/settle", { reason: "r", outcome: "not_executed" }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([503, "store_unavailable"]);
      expect(answer.body.error).toMatch(/not known whether/);
      expect(JSON.stringify(answer.body)).not.toContain("secret-host");
    }
    expect(errors).toEqual([]);
  });

  test.each([
    [new Tier2Error("closed", "closing")],
    [new Tier2Error("record_unreadable", "made by a later version")],
    [new Error("boom")],
  ])("%s goes to the app's error handler, once", async (failure) => {
    const { post, errors } = await broken(failure);
    expect((await post("/approvals/apr_1/allow", decision)).body).toEqual({ from: "the app" });
    expect(errors).toEqual([failure]);
  });

  test.each([[undefined], ["route"], ["router"]])("%j, thrown, leads to no other route", async (failure) => {
    const { post, errors } = await broken(failure);
    expect((await post("/approvals/apr_1/allow", decision)).status).toBe(500);
    expect(errors).toHaveLength(1);
  });
});
