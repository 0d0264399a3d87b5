import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { refund, reviewed } from "./desk.js";

const doubt = {
  operationId: "op_1",
  tool: "refund_order",
  requester: refund.requester,
  summary: refund.summary,
  claimedAtMs: Date.UTC(2026, 0, 2),
};

describe.each(expresses)("on Express $version", ({ express }) => {
  const doubted = async () => {
    const desk = await reviewed({ express });
    desk.doubt(doubt);
    return { ...desk, settle: (body: object) => desk.post("/in-doubt/op_1/settle", body) };
  };

  test("operations in doubt are listed", async () => {
    const { get } = await doubted();
    expect((await get("/in-doubt")).body.items).toEqual([
      {
        operation_id: "op_1",
        tool: "refund_order",
        summary: refund.summary,
        requester: { token_id: "tok_7", subject: "user:ann", process: "agent-1", delegation: ["user:boss"] },
        claimed_at: "2026-01-02T00:00:00.000Z",
        claimed_at_ms: doubt.claimedAtMs,
      },
    ]);
  });

  test("one is settled as done, with the answer that retries get, and then no more", async () => {
    const { get, settle } = await doubted();
    const said = { reason: "seen at the bank", outcome: "completed", message: "Refunded", details: { ref: 7 } };
    expect(await settle(said)).toMatchObject({ status: 200, body: { operation_id: "op_1", outcome: "completed" } });
    expect((await get("/in-doubt")).body.items).toEqual([]);
    expect(await settle(said)).toMatchObject({ status: 409, body: { code: "not_in_doubt" } });
  });

  test("one is settled as not done", async () => {
    const { settle } = await doubted();
    expect((await settle({ reason: "bank has none", outcome: "not_executed" })).status).toBe(200);
  });

  test.each([
    [{ outcome: "unknown" }, "body.outcome"],
    [{ outcome: "completed" }, "body.message"],
    [{ outcome: "completed", message: "m", details: [] }, "body.details"],
    [{ outcome: "completed", message: "m", details: { status: "ok" } }, "body.details.status"],
    [{ outcome: "not_executed", message: "m" }, "body.message"],
    [{ outcome: "not_executed", details: {} }, "body.details"],
  ])("%j settles nothing", async (said, place) => {
    const { get, settle } = await doubted();
    const answer = await settle({ reason: "r", ...said });
    expect([answer.status, answer.body.code, answer.body.place]).toEqual([400, "invalid_request", place]);
    expect((await get("/in-doubt")).body.items).toHaveLength(1);
  });
});
