import { describe, expect, test } from "vitest";
import { confirmationRequired, confirmInstructions, duplicateError, ok, rejected } from "../../src/wire/envelope.js";

// The three payloads that the contract prints, to the byte.
const token = "cfm_a1b2c3d4e5f6g7h8i9j0k1l2";
const preview = {
  offer_id: 12,
  offer_name: "Sweepstakes FR Gold",
  current_payout: "4.50",
  new_payout: "6.20",
  delta_pct: 37.8,
  active_campaigns_using_this_offer: 4,
};

describe("the payloads of the contract", () => {
  test("of a first call", () => {
    const summary = "Will update payout of offer #12 'Sweepstakes FR Gold' from $4.50 to $6.20 (+37.8%).";
    const body = confirmationRequired({ tool: "update_offer_payout", summary, preview, token, ttlMs: 300_000 });
    expect(JSON.stringify(body, null, 2)).toBe(`{
  "status": "confirmation_required",
  "tool": "update_offer_payout",
  "summary": "Will update payout of offer #12 'Sweepstakes FR Gold' from $4.50 to $6.20 (+37.8%).",
  "preview": {
    "offer_id": 12,
    "offer_name": "Sweepstakes FR Gold",
    "current_payout": "4.50",
    "new_payout": "6.20",
    "delta_pct": 37.8,
    "active_campaigns_using_this_offer": 4
  },
  "confirm_token": "cfm_a1b2c3d4e5f6g7h8i9j0k1l2",
  "confirm_instructions": "Review the preview above. If correct, call \\"update_offer_payout\\" again with the SAME arguments plus \\"confirm_token\\": \\"cfm_a1b2c3d4e5f6g7h8i9j0k1l2\\". Token expires in 5 minutes and is single-use."
}`);
  });

  test("of an execution", () => {
    const offer = { id: 12, name: "Sweepstakes FR Gold", payout: "6.20", updated_at: "2026-05-18T14:33:21.812Z" };
    const message = "Offer payout updated successfully";
    expect(JSON.stringify(ok({ tool: "update_offer_payout", message, details: { offer } }), null, 2)).toBe(`{
  "status": "ok",
  "tool": "update_offer_payout",
  "message": "Offer payout updated successfully",
  "offer": {
    "id": 12,
    "name": "Sweepstakes FR Gold",
    "payout": "6.20",
    "updated_at": "2026-05-18T14:33:21.812Z"
  }
}`);
  });

  test("of a refusal", () => {
    expect(JSON.stringify(rejected("update_offer_payout", { reason: "params_changed" }), null, 2)).toBe(`{
  "status": "rejected",
  "tool": "update_offer_payout",
  "error": "Arguments changed between the preview and the confirm call. Re-call without confirm_token to get a new preview.",
  "reason": "params_changed"
}`);
  });
});

test.each([
  [300_000, "5 minutes"],
  [60_000, "1 minute"],
  [3_600_000, "60 minutes"],
  [90_000, "90 seconds"],
  [1000, "1 second"],
  [1, "1 second"],
  [59_999, "60 seconds"],
])("instructions for a token of %i ms say that it expires in %s", (ttlMs, lifetime) => {
  expect(confirmInstructions("delete_foo", token, ttlMs)).toMatch(
    new RegExp(`Token expires in ${lifetime} and is single-use\\.$`),
  );
});

describe("details of an execution", () => {
  test("stand beside the three fixed fields and never in place of them", () => {
    const details = { status: "gone", tool: "other", message: "none", id: 7 };
    expect(JSON.stringify(ok({ tool: "delete_foo", message: "Deleted", details }))).toBe(
      '{"status":"ok","tool":"delete_foo","message":"Deleted","id":7}',
    );
  });

  test("may be none", () => {
    expect(ok({ tool: "delete_foo", message: "Deleted" })).toEqual({
      ...{ status: "ok", tool: "delete_foo", message: "Deleted" },
    });
  });
});

describe("a refusal", () => {
  test("carries its detail and its time only where there are any, a time of zero among them", () => {
    expect(rejected("t", { reason: "unknown_or_used", detail: "in_flight", retryAfterMs: 0 })).toEqual({
      ...{ status: "rejected", tool: "t", reason: "unknown_or_used", detail: "in_flight", retry_after_ms: 0 },
      error: expect.stringContaining("is running now"),
    });
    const bare = rejected("t", { reason: "expired", detail: undefined, retryAfterMs: undefined, error: undefined });
    expect(Object.keys(bare)).toEqual(["status", "tool", "error", "reason"]);
  });

  test("says the author's sentence where there is one, also an empty one", () => {
    expect(rejected("t", { reason: "not_possible", error: "No such foo" }).error).toBe("No such foo");
    expect(rejected("t", { reason: "not_possible", error: "" }).error).toBe("");
  });
});

describe("a duplicate", () => {
  const of = (status: "in_flight" | "in_doubt" | "completed" | "failed") =>
    ({ operationId: "op_1", status, secondsAgo: 40 }) as const;
  const asked = (duplicate?: ReturnType<typeof of>) =>
    confirmationRequired({ tool: "restart", summary: "s", preview: {}, token, ttlMs: 300_000, duplicate });

  test.each([
    ["in_flight", "was started 40 s ago and is running now"],
    ["in_doubt", "was started 40 s ago, and its outcome is not known yet"],
    ["completed", "completed 40 s ago"],
    ["failed", "failed 40 s ago"],
  ] as const)(
    "that is %s stands in the preview, whose instructions say what it did and how to repeat it",
    (status, did) => {
      const body = asked(of(status));
      expect(body.duplicate_of).toEqual({ operation_id: "op_1", status, seconds_ago: 40 });
      expect(body.confirm_instructions).toBe(
        `${confirmInstructions("restart", token, 300_000)} The same operation ${did}. Only if it is really meant to run once more, also add "acknowledge_duplicate": "op_1".`,
      );
      expect(duplicateError(of(status))).toBe(
        `The same operation (op_1) ${did}. This call executed nothing. To run it once more, get a new preview and confirm it with "acknowledge_duplicate": "op_1".`,
      );
    },
  );

  test("that there is none of leaves no trace", () => {
    expect(asked()).not.toHaveProperty("duplicate_of");
    expect(asked().confirm_instructions).toBe(confirmInstructions("restart", token, 300_000));
  });
});
