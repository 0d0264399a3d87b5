import { describe, expect, test } from "vitest";
import { reasons } from "../../src/wire/reasons.js";
import { replyOf } from "../../src/wire/reply.js";
import { toHttp } from "../../src/wire/to-http.js";
import { envelopes, executed, first, pending, running, waits } from "../support/replies.js";

describe("an answer, for HTTP", () => {
  test.each(envelopes)("is 2xx exactly if it was executed: $status $reason", (body) => {
    const { status } = toHttp(first(body));
    expect(status >= 200 && status < 300).toBe(body.status === "ok");
  });

  test("is 200 if it was executed, 428 while it needs a confirmation or an approval, else by its reason", () => {
    expect(toHttp(first(executed)).status).toBe(200);
    expect(toHttp(first(pending)).status).toBe(428);
    expect(toHttp(first(waits)).status).toBe(428);
    for (const body of envelopes) {
      if (body.status === "rejected") expect(toHttp(first(body)).status).toBe(reasons[body.reason].http);
    }
  });

  test.each(envelopes)("says its status in a header and is never cached: $status $reason", (body) => {
    expect(toHttp(first(body)).headers).toMatchObject({ "Tier2-Status": body.status, "Cache-Control": "no-store" });
  });

  test("has no other header where there is nothing to say", () => {
    expect(Object.keys(toHttp(first(executed)).headers)).toEqual(["Cache-Control", "Tier2-Status"]);
  });

  test("names the operation, and says of a replay that it is one", () => {
    const original = toHttp(replyOf({ body: executed }, { operationId: "op_1" }));
    const replay = toHttp(replyOf({ body: executed }, { operationId: "op_1", replayed: true }));
    expect(original.headers).toMatchObject({ "Tier2-Operation-Id": "op_1" });
    expect(original.headers).not.toHaveProperty("Idempotency-Replayed");
    expect(replay.headers).toMatchObject({ "Tier2-Operation-Id": "op_1", "Idempotency-Replayed": "true" });
    expect(replay.body).toBe(original.body);
  });

  test.each([
    [0, "1"],
    [1, "1"],
    [1000, "1"],
    [1001, "2"],
    [60_000, "60"],
  ])("asks to come back after %i ms in whole seconds, rounded up: %s", (retry_after_ms, seconds) => {
    expect(toHttp(first({ ...running, retry_after_ms })).headers["Retry-After"]).toBe(seconds);
  });

  test("asks to come back for what somebody has to allow, and names that wherever it stands beside", () => {
    const approval = { id: "apr_one", status: "pending", policy: { id: "deletions", version: 1 } } as const;
    const { headers } = toHttp(replyOf({ body: waits, approval }));
    expect(headers).toMatchObject({
      "Retry-After": "10",
      "Tier2-Approval-Id": "apr_one",
      "Tier2-Status": "approval_pending",
    });
    expect(toHttp(first(pending)).headers).not.toHaveProperty("Retry-After");
    expect(toHttp(replyOf({ body: executed, approval })).headers).toMatchObject({ "Tier2-Approval-Id": "apr_one" });
  });

  test("does not ask to come back for what was executed, whatever its details are called", () => {
    expect(toHttp(first({ ...executed, retry_after_ms: 5000 })).headers).not.toHaveProperty("Retry-After");
  });

  test("has the envelope for a body, or the tool's own result", () => {
    const verbatim = { own: "result" };
    expect(toHttp(first(executed)).body).toBe(executed);
    expect(toHttp(replyOf({ body: executed, verbatim })).body).toBe(verbatim);
  });
});

test("a reply tells its status, and beside the answer only what there is to tell", () => {
  expect(replyOf({ body: executed })).toEqual({ status: "ok", body: executed, replayed: false });
  expect(Object.keys(replyOf({ body: executed }, { operationId: undefined }))).toEqual(["status", "body", "replayed"]);
  expect(replyOf({ body: pending, verbatim: { a: 1 } }, { replayed: true, operationId: "op_1" })).toEqual({
    ...{ status: "confirmation_required", body: pending, verbatim: { a: 1 }, replayed: true, operationId: "op_1" },
  });
});
