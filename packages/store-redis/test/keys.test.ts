import fc from "fast-check";
import { expect, test } from "vitest";
import { Keys } from "../src/keys.js";

const keys = new Keys("n");

// A record is found by its id alone, also by the next version: these must never change.
test("ids lie in the partitions in which they always lay", () => {
  expect(keys.partitions).toBe(64);
  const vectors = { "": 25, "c:1": 28, "c:2": 9, "a:1": 20, "c:0123456789abcdef": 51, "c:ü🎈": 52 };
  for (const [id, partition] of Object.entries(vectors)) expect(keys.prefixOf(id)).toBe(`n:{${partition}}:`);
});

test("every id lies in one of the partitions, and its keys share one hash tag", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const [, partition] = /^n:\{(\d+)\}:$/.exec(keys.prefixOf(id)) ?? [];
      expect(Number(partition)).toBeLessThan(64);
    }),
  );
});
