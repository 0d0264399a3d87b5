import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { opened } from "./desk.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  /** An operation that was allowed, and whose process died at the end of it. */
  const doubted = async () => {
    const desk = await opened({ express });
    const { post, at, decision, call, tier2 } = desk;
    await post(at("allow"), decision);
    const { confirm_token } = (await call()).body as { confirm_token: string };
    tier2.crashInExecute();
    await expect(call(1007, confirm_token)).rejects.toThrow();
    await tier2.advance({ ms: 60_000 });
    const [operation] = (await desk.get("/in-doubt")).body.items;
    const settle = (body: object) => post(`/in-doubt/${operation.operation_id}/settle`, body);
    return { ...desk, operation, settle, retry: () => call(1007, confirm_token) };
  };

  test("operations in doubt are listed", async () => {
    const { operation } = await doubted();
    expect(operation).toEqual({
      operation_id: expect.stringMatching(/^op_/),
      tool: "refund_order",
      summary: "Refund 250.00 EUR to the buyer of order 1007",
      requester: { token_id: "tok_7", subject: "user:ann", process: "agent-1", delegation: ["user:boss"] },
      claimed_at: new Date(operation.claimed_at_ms).toISOString(),
      claimed_at_ms: expect.any(Number),
    });
  });

  test("one is settled as done, retries get the answer, and it is not settled again", async () => {
    const { get, settle, operation, retry, ran } = await doubted();
    const said = { reason: "seen at the bank", outcome: "completed", message: "Refunded", details: { ref: 7 } };
    const settled = await settle(said);
    expect([settled.status, settled.body]).toEqual([
      200,
      { operation_id: operation.operation_id, outcome: "completed" },
    ]);
    expect((await get("/in-doubt")).body.items).toEqual([]);
    expect((await retry()).body).toEqual({ status: "ok", tool: "refund_order", message: "Refunded", ref: 7 });
    expect(await settle(said)).toMatchObject({ status: 409, body: { code: "not_in_doubt" } });
    expect(ran).toEqual([1007]);
  });

  test.each([
    ["user:ann finance", "self_approval", "It was requested in your name."],
    ["user:boss finance", "self_approval", "It was requested in your name."],
    ["user:eve sales", "not_entitled", "You are none of those who could decide about it."],
  ])("%s settles nothing, and sees why before", async (as, code, error) => {
    const { get, post, operation } = await doubted();
    expect((await get("/in-doubt", as)).body.items).toMatchObject([{ cannot_settle: { code, error } }]);
    const path = `/in-doubt/${operation.operation_id}/settle`;
    const answer = await post(path, { reason: "r", outcome: "not_executed" }, as);
    expect([answer.status, answer.body.code]).toEqual([403, code]);
    expect((await get("/in-doubt")).body.items).toHaveLength(1);
  });

  test("one is settled as not done, and the grant has its use back", async () => {
    const { settle, retry, seen } = await doubted();
    expect((await seen()).uses_left).toBe(0);
    expect((await settle({ reason: "the bank has none", outcome: "not_executed" })).status).toBe(200);
    expect((await retry()).body).toMatchObject({ status: "rejected", reason: "not_executed" });
    expect(await seen()).toMatchObject({ uses_left: 1, spent: [] });
  });

  test.each([
    [{ outcome: "unknown" }, "body.outcome"],
    [{ outcome: "completed" }, "body.message"],
    [{ outcome: "completed", message: "m", details: [] }, "body.details"],
    [{ outcome: "completed", message: "m", details: { status: "ok" } }, "body.details.status"],
    [{ outcome: "not_executed", message: "m" }, "body.message"],
    [{ outcome: "not_executed", details: {} }, "body.details"],
    [{ outcome: "not_executed", reason: "" }, "body.reason"],
  ])("%j settles nothing", async (said, place) => {
    const { get, settle } = await doubted();
    const answer = await settle({ reason: "r", ...said });
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
    expect((await get("/in-doubt")).body.items).toHaveLength(1);
  });

  test("an operation that is not in doubt is not settled", async () => {
    const { post } = await opened({ express });
    const answer = await post("/in-doubt/op_nothing/settle", { reason: "r", outcome: "not_executed" });
    expect([answer.status, answer.body.code]).toEqual([409, "not_in_doubt"]);
  });
});
