import { describe, expect, test } from "vitest";
import { fingerprintWrite, operationsIn, releaseWrite } from "../../src/duplicates/fingerprint.js";
import type { StoredRecord } from "../../src/store.js";

const older = { operationId: "op_1", confirmationId: "c:1", startedAtMs: 5 };
const newest = { operationId: "op_2", confirmationId: "c:2" };
const stored = (state: string): StoredRecord => ({
  ...{ id: "d:x", tag: "op_2", state, body: "null", data: null, deadlineMs: 70, nowMs: 99, historyCurrent: true },
});

test("what is written is read back: the newest operation first, begun when the store wrote it", () => {
  for (const before of [[], [older]]) {
    const { state, tag } = fingerprintWrite(newest, before);
    expect(tag).toBe("op_2");
    expect(operationsIn(stored(state))).toEqual([{ ...newest, startedAtMs: 70 }, ...before]);
  }
});

test("it is kept until its release, and from then on for the window, unlisted and with its instant", () => {
  expect(fingerprintWrite(newest, [])).toMatchObject({
    ...{ recordForMs: null, payloadForMs: null, deadlineInMs: 0, listed: false },
  });
  const released = releaseWrite(newest, [older], 300);
  expect(released).toEqual({
    ...{ tag: "op_2", state: fingerprintWrite(newest, [older]).state },
    ...{ recordForMs: 300, payloadForMs: 300, listed: false },
  });
});

test("one that is named anew keeps the instant at which it began", () => {
  const { state } = releaseWrite({ ...newest, startedAtMs: 12 }, [older], null);
  expect(operationsIn(stored(state))).toEqual([{ ...newest, startedAtMs: 12 }, older]);
});

describe("a record is unreadable, and not a guess,", () => {
  const good = { v: 1, confirmationId: "c:2", before: [] };
  test.each([
    ["if another version wrote it", { ...good, v: 2 }],
    ["if no version is named", { ...good, v: undefined }],
    ["if it names no confirmation", { ...good, confirmationId: undefined }],
    ["if its own instant is no number", { ...good, startedAtMs: "5" }],
    ["if what it repeats is no list", { ...good, before: null }],
    ["if what it repeats is no operation", { ...good, before: [older, null] }],
    ["if an operation in it has no id", { ...good, before: [{ ...older, operationId: 1 }] }],
    ["if an operation in it has no confirmation", { ...good, before: [{ ...older, confirmationId: 1 }] }],
    ["if an operation in it has no instant", { ...good, before: [{ ...older, startedAtMs: "5" }] }],
    ["if it is null", null],
  ])("%s", (_why, state) => {
    expect(() => operationsIn(stored(JSON.stringify(state)))).toThrow(
      expect.objectContaining({ name: "Tier2Error", code: "record_unreadable" }),
    );
  });

  test("if it is no JSON", () => {
    expect(() => operationsIn(stored("{"))).toThrow(expect.objectContaining({ code: "record_unreadable" }));
  });
});
