import { expect, test } from "vitest";
import { approvalMeta, approvalPending } from "../../src/wire/approval-pending.js";

const base = {
  ...{ tool: "delete_foo", summary: "Will delete foo #7.", id: "apr_one", approvers: ["group:ops", "user:cfo"] },
  ...{ decideByMs: Date.UTC(2026, 11, 1, 13), retryAfterMs: 9500 },
  progress: { needed: 1, given: 0, panels: [{ policy: { id: "deletions", version: 2 }, needed: 1, given: 0 }] },
};

test("what waits for an approver is told field for field, and nowhere a token", () => {
  expect(JSON.stringify(approvalPending(base), null, 2)).toBe(`{
  "status": "approval_pending",
  "tool": "delete_foo",
  "summary": "Will delete foo #7.",
  "approval": {
    "id": "apr_one",
    "status": "pending",
    "decide_by": "2026-12-01T13:00:00.000Z",
    "approvers": [
      "group:ops",
      "user:cfo"
    ],
    "quorum": {
      "needed": 1,
      "given": 0
    }
  },
  "retry_after_ms": 9500,
  "instructions": "Somebody has to allow this first. It waits as request apr_one: it is neither done nor failed. Tell the user so, and do not try to reach the same in another way. To ask whether it was decided, call \\"delete_foo\\" again with the SAME arguments, not sooner than in 10 seconds."
}`);
});

test("where to find it, and how the last request ended, stand there only if known", () => {
  const previous = { id: "apr_zero", status: "denied", by: "user:cfo", reason: "not on a Friday", atMs: 0 } as const;
  expect(approvalPending({ ...base, reviewUrl: "https://review.example/1", previous }).approval).toMatchObject({
    review_url: "https://review.example/1",
    previous: {
      id: "apr_zero",
      status: "denied",
      by: "user:cfo",
      reason: "not on a Friday",
      at: "1970-01-01T00:00:00.000Z",
    },
  });
  const lapsed = approvalPending({ ...base, previous: { id: "apr_zero", status: "lapsed" } });
  expect(lapsed.approval.previous).toEqual({ id: "apr_zero", status: "lapsed" });
  expect(Object.keys(approvalPending(base).approval)).toEqual(["id", "status", "decide_by", "approvers", "quorum"]);
});

test("how many must allow it, and how many have, stands there in numbers and in words, without a name", () => {
  const panel = (id: string, needed: number, given: number) => ({ policy: { id, version: 1 }, needed, given });
  const two = { needed: 2, given: 1, panels: [panel("deletions", 2, 1)] };
  const { approval, instructions } = approvalPending({ ...base, approvers: [], progress: two });
  expect(approval.quorum).toEqual({ needed: 2, given: 1 });
  expect(instructions).toMatch(/^Somebody has to allow this first\. So far 1 of 2 people have\. It waits/);
  const panels = [panel("money", 2, 1), panel("access", 1, 0)];
  const several = approvalPending({ ...base, progress: { needed: 2, given: 1, panels } });
  expect(several.approval.quorum).toEqual({ needed: 2, given: 1, panels });
  expect(several.instructions).toMatch(
    /^Somebody has to allow this first\. So far 1 have, and each of 2 groups must\./,
  );
});

test("that a person said no before is said in words, with the reason; that time ran out is not", () => {
  const after = (previous: Parameters<typeof approvalPending>[0]["previous"]) =>
    approvalPending({ ...base, previous }).instructions;
  const usual = approvalPending(base).instructions;
  expect(after({ id: "apr_zero", status: "denied", reason: 'not "today"' })).toBe(
    `The same was denied before, and this was the reason: "not \\"today\\"". Tell the user that, and unless something has changed since, do not ask again. ${usual}`,
  );
  expect(after({ id: "apr_zero", status: "revoked" })).toMatch(/^The same was revoked before\. Tell the user/);
  for (const status of ["lapsed", "exhausted", "cancelled"] as const) {
    expect(after({ id: "apr_zero", status })).toBe(usual);
  }
});

test("beside an answer stand the limits of a grant that it has, a use of zero among them", () => {
  const of = { id: "apr_one", status: "approved", policy: { id: "deletions", version: 2 } } as const;
  expect(approvalMeta(of)).toEqual(of);
  expect(approvalMeta({ ...of, validUntilMs: null, usesLeft: null, operationId: undefined })).toEqual(of);
  expect(approvalMeta({ ...of, validUntilMs: 0, usesLeft: 0, operationId: "op_1" })).toEqual({
    ...of,
    ...{ valid_until: "1970-01-01T00:00:00.000Z", uses_left: 0, operation_id: "op_1" },
  });
});
