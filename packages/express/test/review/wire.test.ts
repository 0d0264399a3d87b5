import type { Approval, Requirement } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { problems } from "../../src/review/problems.js";
import { wireApproval } from "../../src/review/wire-approval.js";
import { wireRequirement } from "../../src/review/wire-requirement.js";

const requirement: Requirement = {
  matched: [{ id: "refund-over-100", version: 3 }],
  panels: [
    {
      policy: { id: "refund-over-100", version: 3 },
      approvers: ["group:finance"],
      escalateTo: ["user:cfo"],
      quorum: 1,
    },
  ],
  ...{ quorum: 1, uses: 1, minutes: 30, decideByMs: 3_600_000, onDeadline: "escalate", bind: "action", coolDownMs: 0 },
  breakGlass: { approvers: ["user:cfo"], minutes: 10 },
};
const vote = { approver: "user:fin", groups: ["finance"], reason: "r", actionDigest: "d", atMs: 1 };
const approval: Approval = {
  requester: { tokenId: "tok_7", subject: "user:ann", process: "agent-1", delegation: ["user:boss"] },
  ...{ server: "shop", tool: "refund_order", summary: "Refund", preview: {}, params: {} },
  material: {
    currentState: "paid",
    reversibility: { kind: "costly", cost: "a fee", by: "us", evidence: "e", until: null, consumedBy: null },
  },
  ...{ stateVersion: "v41", definition: "d", actionDigest: "d", requestedAtMs: 0, requirement },
  id: "apr_1",
  status: "approved",
  resolved: { until: "2026-12-24T00:00:00Z" },
  previous: { id: "apr_0", status: "revoked", by: "user:fay", reason: "r", atMs: 2 },
  decideByMs: 3,
  validUntilMs: 4,
  usesLeft: 1,
  allows: [{ ...vote, uses: 2, minutes: 3 }],
  retracted: [{ vote, reason: "r", atMs: 7, nth: 1 }],
  deny: vote,
  spent: [{ operationId: "op_1", atMs: 5 }],
  breakGlass: { by: "user:cfo", evidence: "e", reviewed: { by: "user:fin", reason: "r", atMs: 6 } },
  revoked: { by: "user:fay", reason: "r" },
  cancelled: { why: "withdrawn", by: "user:ann", reason: "r" },
  overdue: false,
  cannotDecide: "closed",
  may: ["revoke", "breakGlass", "closeReview"],
  progress: { given: 1, needed: 1, panels: [{ policy: { id: "p", version: 1 }, given: 1, needed: 1 }] },
};

/** The names of an answer but those inside what the application gave. */
function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(names);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ["params", "preview", "resolved"].includes(name) ? [name] : [name, ...names(inner)],
  );
}

test("each name is snake_case", () => {
  expect(names(wireApproval(approval)).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});

test("the buttons are words of the wire", () => {
  expect(wireApproval(approval)).toMatchObject({ may: ["revoke", "break_glass", "close_review"] });
});

test("params, preview and resolved are as the tool has them", () => {
  const params = { orderId: 7, nested: [{ camelCase: true }] };
  expect(wireApproval({ ...approval, params, preview: params })).toMatchObject({ params, preview: params });
});

test("each time stands there as text and in milliseconds", () => {
  const timed = JSON.parse(JSON.stringify(wireApproval(approval)), (_name, value) => {
    if (typeof value !== "object" || value === null) return value;
    for (const name of Object.keys(value).filter((key) => key.endsWith("_ms"))) {
      expect(Date.parse(value[name.slice(0, -3)])).toBe(value[name]);
    }
    return value;
  });
  expect(timed).toMatchObject({ decide_by_ms: 3, valid_until_ms: 4, previous: { at_ms: 2 }, spent: [{ at_ms: 5 }] });
});

test("a time without end, or further away than a date can be, has no text", () => {
  expect(wireApproval({ ...approval, decideByMs: null })).toMatchObject({ decide_by: null, decide_by_ms: null });
  expect(wireApproval({ ...approval, validUntilMs: 1e16 })).toMatchObject({ valid_until: null, valid_until_ms: 1e16 });
});

describe("what a decision is worth, in a sentence", () => {
  test.each([
    [{}, "Covers exactly what is shown here: 1 execution, for 30 minutes."],
    [{ uses: 1, minutes: null }, "Covers exactly what is shown here: 1 execution."],
    [{ uses: 20, minutes: 1 }, "Covers exactly what is shown here: 20 executions, for 1 minute."],
    [
      { uses: null, bind: "tool" },
      "Covers any call of this requester to this tool: any number of executions, for 30 minutes.",
    ],
    [
      { bind: "session" },
      "Covers any call of this tool by this requester's process with this credential: 1 execution, for 30 minutes.",
    ],
  ] as const)("%j", (changed, sentence) => {
    expect(wireRequirement({ ...requirement, ...changed }).creates.sentence).toBe(sentence);
  });
});

test("the table of refusals", () => {
  expect(Object.fromEntries(Object.entries(problems).map(([code, { http }]) => [code, http]))).toEqual({
    not_found: 404,
    not_entitled: 403,
    not_permitted: 403,
    self_approval: 403,
    own_glass: 403,
    not_requester: 403,
    too_much: 403,
    changed: 409,
    conflict: 409,
    closed: 409,
    invalid: 400,
    unauthenticated: 401,
    not_human: 403,
    cross_origin: 403,
    header_missing: 403,
    method_overridden: 400,
    method_not_allowed: 405,
    not_json: 415,
    invalid_json: 400,
    too_large: 413,
    invalid_request: 400,
    not_in_doubt: 409,
    store_unavailable: 503,
  });
});
