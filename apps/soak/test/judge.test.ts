import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFlat, judge, type Sample } from "../src/judge.js";

/** Sixty samples of a process whose heap grows by so many bytes each operation, plus noise. */
const series = (
  bytesPerOperation: number,
  {
    noise = 0,
    random = () => 0.5,
    ...over
  }: {
    noise?: number;
    random?: () => number;
    handles?: (at: number) => number;
    connections?: (at: number) => number;
  } = {},
): Sample[] =>
  Array.from({ length: 60 }, (_, at) => ({
    operations: 10_000 + at * 1_000,
    heapBytes: 2e7 + at * 1_000 * bytesPerOperation + (random() - 0.5) * noise,
    handles: over.handles?.(at) ?? 6,
    connections: over.connections?.(at) ?? 10,
  }));

const noisy = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }));

describe("the heap", () => {
  test("that stays, or shrinks, is flat, whatever noise of a hundred kilobytes there is", () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 0, noNaN: true }), noisy, (slope, numbers) => {
        const random = () => numbers.next().value as number;
        expect(judge(series(slope, { noise: 1e5, random })).heap.is).not.toBe("grows");
      }),
    );
    expect(isFlat(judge(series(0)))).toBe(true);
  });

  test("that grows by more than a byte an operation grows, though the noise is a hundred kilobytes", () => {
    fc.assert(
      fc.property(fc.double({ min: 20, max: 1e4, noNaN: true }), noisy, (slope, numbers) => {
        const random = () => numbers.next().value as number;
        expect(judge(series(slope, { noise: 1e5, random })).heap.is).toBe("grows");
      }),
    );
    expect(judge(series(1.1)).heap.is).toBe("grows");
    expect(judge(series(0.9)).heap.is).toBe("flat");
  });

  test("that scatters by more than could be told is unclear, which has not passed", () => {
    let at = 0;
    const random = () => (at++ % 2 === 0 ? 0 : 1);
    const verdict = judge(series(1, { noise: 1e7, random }));
    expect(verdict.heap.is).toBe("unclear");
    expect(isFlat(verdict)).toBe(false);
  });
});

test("handles and connections may go up and down; always more in the last third than ever in the first is growth", () => {
  const upAndDown = (at: number) => 6 + (at % 3);
  expect(judge(series(0, { handles: upAndDown, connections: upAndDown }))).toMatchObject({
    handles: "flat",
    connections: "flat",
  });
  expect(judge(series(0, { connections: (at) => (at === 59 ? 11 : 10) })).connections).toBe("flat");
  expect(judge(series(0, { handles: (at) => 6 + Math.floor(at / 20) })).handles).toBe("grows");
  expect(judge(series(0, { connections: (at) => (at >= 40 ? 11 : 10) })).connections).toBe("grows");
});

test("a handful of samples proves nothing", () => {
  expect(judge(series(0).slice(0, 5))).toMatchObject({ heap: { is: "unclear" }, handles: "unclear" });
});
