import { describe, expect, test } from "vitest";
import type { Confirmation } from "../../src/confirmation/confirmation.js";
import { type Duplicate, duplicateIn, leavesEarlier, stillToName } from "../../src/duplicates/duplicate.js";
import { aConfirmation, ended, inFlight, nowMs, pending, times } from "../support/confirmations.js";

const windowMs = 50_000;
const startedAtMs = nowMs - 90_999;
const earlier = { operationId: "op_1", confirmationId: "c:1", startedAtMs };
const days = 100 * 86_400_000;

const judged = (confirmation: Confirmation | null, at = nowMs, window = windowMs) =>
  duplicateIn(earlier, confirmation, at, { times, windowMs: window });
const found = (status: Duplicate["status"], secondsAgo: number) => ({ operationId: "op_1", status, secondsAgo });
const endedFor = (status: "completed" | "failed" | "not_executed", forMs: number, by?: "claim" | "reconcile") =>
  aConfirmation(ended(status, by), { deadlineMs: nowMs - forMs + times.retentionMs });
const leased = (leftMs: number) => aConfirmation(inFlight(), { deadlineMs: nowMs + leftMs });

describe("an earlier operation stands in the way of the same one", () => {
  test.each<[string, Confirmation | null, Duplicate]>([
    ["while it runs", leased(1), found("in_flight", 90)],
    ["when its lease has lapsed", leased(0), found("in_doubt", 90)],
    ["when its lease lapsed long ago", leased(-days), found("in_doubt", 90)],
    ["when it has just completed", endedFor("completed", 0), found("completed", 0)],
    ["when it completed within the window", endedFor("completed", 40_999), found("completed", 40)],
    ["at the last instant of the window", endedFor("completed", windowMs - 1), found("completed", 49)],
    ["when it was reconciled as completed", endedFor("completed", 1_000, "reconcile"), found("completed", 1)],
    ["when it failed within the window", endedFor("failed", windowMs - 1), found("failed", 49)],
    ["when the store went back to before its claim", aConfirmation(pending), found("in_doubt", 90)],
    ["when the store has lost it", null, found("in_doubt", 90)],
  ])("%s", (_when, confirmation, duplicate) => {
    expect(judged(confirmation)).toEqual(duplicate);
  });

  test("for ever, if it was started and nobody knows what became of it", () => {
    expect(judged(leased(-days), nowMs + days)).toMatchObject({ status: "in_doubt" });
    expect(judged(aConfirmation(pending), nowMs + days)).toMatchObject({ status: "in_doubt" });
  });

  test("whatever the window, if it has not ended", () => {
    for (const confirmation of [leased(1), leased(0), aConfirmation(pending), null])
      expect(judged(confirmation, nowMs, 0)).toBeDefined();
  });
});

describe("an earlier operation does not stand in the way", () => {
  test.each<[string, Confirmation | null]>([
    ["when it was not executed", endedFor("not_executed", 0)],
    ["when it was reconciled as not executed", endedFor("not_executed", 0, "reconcile")],
    ["when it completed a window ago", endedFor("completed", windowMs)],
    ["when it failed a window ago", endedFor("failed", windowMs)],
  ])("%s", (_when, confirmation) => {
    expect(judged(confirmation)).toBeUndefined();
  });

  test("when it completed just now and the window is none", () => {
    expect(judged(endedFor("completed", 0), nowMs, 0)).toBeUndefined();
  });

  test("when it is no longer kept, having ended as long ago as that takes", () => {
    const longest = startedAtMs + times.retentionMs + times.tombstoneMs;
    expect(judged(null, longest - 1)).toMatchObject({ status: "in_doubt" });
    expect(judged(null, longest)).toBeUndefined();
  });
});

test("a clock that another process set back gives no negative time", () => {
  expect(judged(endedFor("completed", -5_000))).toEqual(found("completed", 0));
  expect(judged(leased(1), startedAtMs - 1)).toEqual(found("in_flight", 0));
});

test("what was not executed, or cannot be told any more, leaves what it repeated as it was; all else supersedes it", () => {
  for (const gone of [endedFor("not_executed", 0), null]) expect(leavesEarlier(gone)).toBe(true);
  for (const other of [endedFor("completed", days), endedFor("failed", days), leased(1), aConfirmation(pending)])
    expect(leavesEarlier(other)).toBe(false);
});

describe("of the operations that a repetition acknowledged", () => {
  const operations = Array.from({ length: 40 }, (_, nth) => ({ ...earlier, operationId: `op_${nth}` }));

  test.each(["in_flight", "in_doubt"] as const)("those up to one %s are remembered, to a limit", (status) => {
    expect(stillToName(found(status, 0), operations.slice(0, 3))).toEqual(operations.slice(0, 3));
    expect(stillToName(found(status, 0), operations)).toEqual(operations.slice(0, 16));
  });

  test.each(["completed", "failed"] as const)("one that %s supersedes all that stood before it", (status) => {
    expect(stillToName(found(status, 0), operations)).toEqual(operations.slice(0, 1));
  });
});
