import { expect, test } from "vitest";
import { reachableLevel } from "../../src/engine/level.js";
import type { Level } from "../../src/tier.js";

const named = { tokenId: "agent", subject: "user:alice" };

test.each<[string, object, object]>([
  ["L1", named, { level: "L1" }],
  ["L1", { tokenId: "agent" }, { level: "L1" }],
  ["L2", named, { refusal: { reason: "level_unavailable" } }],
  ["L3", named, { level: "L3" }],
  ["L4", named, { level: "L4" }],
  ["L3", { tokenId: "agent" }, { refusal: { reason: "level_unavailable", detail: "subject_missing" } }],
  ["L4", { tokenId: "agent", subject: "" }, { refusal: { reason: "level_unavailable", detail: "subject_missing" } }],
  ["high", named, { refusal: { reason: "level_unavailable" } }],
])("%s of %o: %o", (level, requester, reachable) => {
  expect(reachableLevel(level as Level, requester as typeof named)).toEqual(reachable);
});

test("a level that a function forgot to name is none", () => {
  expect(reachableLevel(undefined, named)).toEqual({ refusal: { reason: "level_unavailable" } });
});
