import { describe, expect, test } from "vitest";
import { instantOf } from "../src/tools/tier2/valid-until.js";

const nowMs = Date.parse("2026-05-18T14:30:00.000Z");

describe("until when a link is valid", () => {
  test.each([
    ["in 10 minutes", "2026-05-18T14:40:00.000Z"],
    ["in 1440 minutes", "2026-05-19T14:30:00.000Z"],
    ["2026-05-18T17:00:00+02:00", "2026-05-18T15:00:00.000Z"],
    ["2026-05-18T15:00:00Z", "2026-05-18T15:00:00.000Z"],
  ])("%s means %s", (words, instant) => {
    expect(instantOf(words, nowMs)).toBe(instant);
  });

  test.each([
    ["in 9 minutes", "10 to 1440 minutes"],
    ["in 1441 minutes", "10 to 1440 minutes"],
    ["2026-05-18T14:00:00Z", "10 to 1440 minutes"],
    ["2026-05-18T15:00:00", "neither"],
    ["2026-05-18", "neither"],
    ["tomorrow", "neither"],
    ["", "neither"],
  ])("'%s' is refused", (words, because) => {
    expect(instantOf(words, nowMs)).toEqual({ refused: expect.stringContaining(because) });
  });
});
