import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { ApprovalState, StoredApproval, Vote } from "../../src/approval/approval.js";
import { readApproval } from "../../src/approval/read.js";
import { requestWrite, stateWrite } from "../../src/approval/write.js";
import { asked, minuteMs, requirement } from "../support/approvals.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const dayMs = 24 * 60 * minuteMs;
const hourMs = 60 * minuteMs;

const requestFor = (demands = requirement()) => ({
  ...{ ...asked({ requirement: demands }), actionDigest: "d", requestedAtMs: 1 },
});
const vote: Vote = { approver: "user:fin", groups: [], reason: "r", actionDigest: "d", atMs: 1 };
const grant = { allows: [vote], stage: 0, uses: 1, minutes: null, spent: [], refunded: 0 } as const;
const spent = [{ operationId: "op", atMs: 1 }];
const breakGlass = { by: "user:bob", evidence: "e" };
const reviewed = { ...breakGlass, reviewed: { by: "user:fin", reason: "r", atMs: 2 } };
const end = { by: "user:fin", reason: "r", atMs: 3 };

function keptMs(next: ApprovalState, { onDeadline = "lapse", deadlineInMs, leftMs = hourMs }: How = {}) {
  const approval: StoredApproval = {
    ...{ id: "apr_1", tag: "t", state: next, request: requestFor(requirement({ onDeadline })) },
    ...{ deadlineMs: 1_000_000 + leftMs, nowMs: 1_000_000, historyCurrent: true },
  };
  const write = stateWrite(sha256, approval, { next, ...(deadlineInMs !== undefined && { deadlineInMs }) }, dayMs);
  expect(write.payloadForMs, "request and record end together").toBe(write.recordForMs);
  expect(write.listed).toBe(true);
  return write.recordForMs;
}

interface How {
  onDeadline?: "lapse" | "hold" | "escalate";
  deadlineInMs?: number;
  leftMs?: number;
}

test("a request is kept for a day after the time to decide it, twice that time where there are others to ask", () => {
  const forMs = (onDeadline: How["onDeadline"]) =>
    requestWrite(sha256, requestFor(requirement({ onDeadline: onDeadline ?? "lapse" })), dayMs).recordForMs;
  expect(forMs("lapse")).toBe(hourMs + dayMs);
  expect(forMs("escalate")).toBe(2 * hourMs + dayMs);
  expect(forMs("hold")).toBe(null);
});

test.each<[string, ApprovalState, How, number | null]>([
  ["a vote leaves the time as it is", { status: "pending", allows: [vote], stage: 0 }, {}, hourMs + dayMs],
  [
    "the second time is the last",
    { status: "pending", allows: [], stage: 1 },
    { onDeadline: "escalate" },
    hourMs + dayMs,
  ],
  ["held", { status: "pending", allows: [vote], stage: 0 }, { onDeadline: "hold", leftMs: -5 }, null],
  ["a grant without end", { status: "approved", ...grant }, {}, null],
  ["without end, used up", { status: "approved", ...grant, spent }, {}, dayMs],
  ["a grant with an end", { status: "approved", ...grant, minutes: 60 }, { deadlineInMs: hourMs }, hourMs + dayMs],
  ["with an end, a use later", { status: "approved", ...grant, minutes: 60, spent }, { leftMs: 5 }, 5 + dayMs],
  ["glass, open", { status: "approved", ...grant, minutes: 5, breakGlass }, { deadlineInMs: 5 * minuteMs }, null],
  ["glass, open, revoked", { status: "revoked", ...grant, breakGlass, ...end }, {}, null],
  [
    "glass, closed after its end",
    { status: "approved", ...grant, minutes: 5, breakGlass: reviewed },
    { leftMs: -9 },
    dayMs,
  ],
  ["glass, closed, revoked", { status: "revoked", ...grant, breakGlass: reviewed, ...end }, {}, dayMs],
  ["denied, with a cool-down", { status: "denied", allows: [], deny: vote }, { deadlineInMs: 3 * dayMs }, 4 * dayMs],
  ["withdrawn", { status: "cancelled", why: "withdrawn", by: "a", reason: "r" }, {}, dayMs],
])("is kept until it is of no use any more, and a day longer: %s", (_, next, how, expected) => {
  expect(keptMs(next, how)).toBe(expected);
});

test("the tag is another one for every state, and the same for the same", () => {
  const states: ApprovalState[] = [
    { status: "pending", allows: [], stage: 0 },
    { status: "pending", allows: [], stage: 1 },
    { status: "pending", allows: [vote], stage: 0 },
    { status: "pending", allows: [{ ...vote, reason: "s" }], stage: 0 },
    { status: "approved", ...grant },
    { status: "approved", ...grant, spent },
    { status: "approved", ...grant, refunded: 1 },
    { status: "approved", ...grant, uses: 2 },
  ];
  const request = requestFor();
  const approval = { id: "apr_1", tag: "t", request, deadlineMs: 2, nowMs: 1, historyCurrent: true };
  const tagOf = (state: ApprovalState) => stateWrite(sha256, { ...approval, state }, { next: state }, dayMs).tag;
  expect(new Set(states.map(tagOf)).size).toBe(states.length);
  expect(states.map(tagOf)).toEqual(states.map((state) => tagOf(structuredClone(state))));
});

const stored = () => {
  const { tag, state, body } = requestWrite(sha256, requestFor(), dayMs);
  return { id: "a:x", tag, state, body, data: null, deadlineMs: 2, nowMs: 1, historyCurrent: true };
};

test("a stored approval is read as it was written", () => {
  expect(readApproval(stored())).toMatchObject({
    ...{ id: "apr_x", state: { status: "pending", allows: [], stage: 0 }, request: requestFor() },
  });
});

test.each([
  { state: '{"v":2,"status":"approved"}' },
  { state: '{"status":"approved"}' },
  { state: "null" },
  { state: "not JSON" },
  { body: '{"v":2}' },
  { body: null },
  { body: "" },
])("what another version wrote, or nobody, is not guessed at: %j", (differs) => {
  expect(() => readApproval({ ...stored(), ...differs })).toThrow(
    expect.objectContaining({ code: "record_unreadable" }),
  );
});
