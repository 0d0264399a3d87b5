import { describe, expect, test } from "vitest";
import { tagOf } from "../../src/confirmation/confirmation.js";
import { readConfirmation } from "../../src/confirmation/read.js";
import { pendingWrite } from "../../src/confirmation/write.js";
import type { StoredRecord } from "../../src/store.js";
import { binding, times } from "../support/confirmations.js";

const record = (state: string): StoredRecord => ({
  ...{ id: "c:1", tag: "a tag", state, body: "{}", data: "an answer" },
  ...{ deadlineMs: 2, nowMs: 1, historyCurrent: false },
});

describe("reading a stored confirmation", () => {
  test("gives back what was written, with the store's clock, history and answer", () => {
    const { state, tag } = pendingWrite(binding, "{}", times);
    const read = readConfirmation({ ...record(state), tag });
    expect(read).toEqual({
      ...{ tag, state: { status: "pending", binding }, data: "an answer" },
      ...{ deadlineMs: 2, nowMs: 1, historyCurrent: false },
    });
    expect(tagOf(read.state)).toBe(tag);
  });

  test("says which version it found, or keeps the parser's complaint as the cause", () => {
    expect(() => readConfirmation(record('{"v":2}'))).toThrow(/format version 2; this version reads 1/);
    expect(() => readConfirmation(record("pending"))).toThrow(
      expect.objectContaining({ message: expect.stringContaining("not JSON"), cause: expect.any(SyntaxError) }),
    );
  });

  test.each([
    ["of a later format version", '{"v":2,"status":"pending"}'],
    ["without a version", '{"status":"pending"}'],
    ["with a version that only looks alike", '{"v":"1","status":"pending"}'],
    ["that is not JSON", "pending"],
    ["that is empty", ""],
    ["that is null", "null"],
    ["that is a number", "1"],
    ["that is a list", "[]"],
  ])("refuses one %s rather than guess its meaning", (_what, state) => {
    expect(() => readConfirmation(record(state))).toThrow(
      expect.objectContaining({ name: "Tier2Error", code: "record_unreadable" }),
    );
  });
});
