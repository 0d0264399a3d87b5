import fc from "fast-check";
import { expect, test } from "vitest";
import { type Recorded, violationsOf } from "./history.js";

const consume: Recorded = { token: 1, kind: "consume", by: "a", sentMs: 0, answeredMs: 2, accepted: true, data: null };
const complete: Recorded = { token: 1, kind: "complete", by: "a", sentMs: 4, answeredMs: 6, accepted: true, data: "x" };
const read: Recorded = { token: 1, kind: "read", by: "b", sentMs: 8, answeredMs: 9, accepted: false, data: "x" };
const good = [consume, { ...read, sentMs: 1, answeredMs: 3, data: null }, complete, read];

test("a history in which one consumed and all replays equal its completion breaks nothing, in whatever order it is written down", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(good, { minLength: good.length }), (history) => {
      expect(violationsOf(history)).toEqual([]);
    }),
  );
});

const broken: readonly (readonly [string, readonly Recorded[]])[] = [
  ["a second consume", [...good, { ...consume, by: "b" }]],
  ["a completion by another", [consume, { ...complete, by: "b" }]],
  ["a completion before the consume", [{ ...consume, sentMs: 7 }, complete]],
  ["a replay of something else", [...good, { ...read, data: "y" }]],
  ["a replay of nothing recorded", [consume, read]],
  ["a replay before the completion", [...good, { ...read, sentMs: 1, answeredMs: 3 }]],
  ["a record shown as it no longer stood", [...good, { ...read, data: null }]],
];

for (const [violation, history] of broken) {
  test(`${violation} is found`, () => {
    expect(violationsOf(history)).toHaveLength(1);
  });
}
