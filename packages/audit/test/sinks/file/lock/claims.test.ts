import { expect, test } from "vitest";
import { standingOf } from "../../../../src/sinks/file/lock/claims.js";

test.each([
  [[], undefined],
  [["p1.claim", "p1.sock"], undefined],
  [["0", "0.released"], { highest: 0, isReleased: true, old: [] }],
  [["9", "10", "9.released"], { highest: 10, isReleased: false, old: ["9", "9.released"] }],
  [["7", "10.released", "10", "9"], { highest: 10, isReleased: true, old: ["7", "7.released", "9", "9.released"] }],
  [["8", "9.released"], { highest: 8, isReleased: false, old: [] }],
])("the claims %j stand so", (names, standing) => {
  expect(standingOf(names)).toEqual(standing);
});
