import { expect, test } from "vitest";
import { reachableLevel } from "../../src/engine/level.js";
import type { Level } from "../../src/tier.js";

const named = { tokenId: "agent", subject: "user:alice" };

test.each<[string, object, object]>([
  ["L1", named, { level: "L1" }],
  ["L1", { tokenId: "agent" }, { level: "L1" }],
  ["L3", named, { level: "L3" }],
  ["L4", named, { level: "L4" }],
  ["L3", { tokenId: "agent" }, { refusal: { reason: "level_unavailable", detail: "subject_missing" } }],
  ["L4", { tokenId: "agent", subject: "" }, { refusal: { reason: "level_unavailable", detail: "subject_missing" } }],
  ["high", named, { refusal: { reason: "level_unavailable" } }],
])("%s of %o: %o", (level, requester, reachable) => {
  for (const canBeAsked of [true, false]) {
    expect(reachableLevel(level as Level, { requester: requester as typeof named, canBeAsked })).toEqual(reachable);
  }
});

test("L2 is reached by callers whose user can be asked, in whose name they ever call, and by no others", () => {
  for (const requester of [named, { tokenId: "agent" }]) {
    expect(reachableLevel("L2", { requester, canBeAsked: true })).toEqual({ level: "L2" });
    expect(reachableLevel("L2", { requester, canBeAsked: false })).toEqual({
      refusal: { reason: "level_unavailable", detail: "user_not_reachable" },
    });
  }
});

test("a level that a function forgot to name is none", () => {
  expect(reachableLevel(undefined, { requester: named, canBeAsked: true })).toEqual({
    refusal: { reason: "level_unavailable" },
  });
});
