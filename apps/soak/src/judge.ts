/** What a process looked like after a collection of garbage, while nothing was under way. */
export interface Sample {
  /** Operations done so far. */
  readonly operations: number;
  readonly heapBytes: number;
  /** Timers, sockets and whatever else keeps a process alive. */
  readonly handles: number;
  /** Connections that the server has open. */
  readonly connections: number;
}

export interface Verdict {
  /** How the heap grows by 1,000 operations: the slope of the straight line through the samples, and its 95 % interval. */
  readonly heap: { readonly slope: number; readonly low: number; readonly high: number; readonly is: Flatness };
  readonly handles: Flatness;
  readonly connections: Flatness;
}

/** `unclear`: the samples scatter too much, or are too few, to tell; only `flat` has passed. */
export type Flatness = "flat" | "grows" | "unclear";

/** Above it, a million operations would keep a megabyte. */
const mostBytesPerThousand = 1_024;
const fewestSamples = 12;

const tooFew: Verdict = {
  heap: { slope: 0, low: 0, high: 0, is: "unclear" },
  handles: "unclear",
  connections: "unclear",
};

/** Judges the samples from after the warm-up. */
export function judge(samples: readonly Sample[]): Verdict {
  if (samples.length < fewestSamples) return tooFew;
  const { slope, error } = line(samples.map(({ operations, heapBytes }) => [operations / 1_000, heapBytes] as const));
  const [low, high] = [slope - 1.96 * error, slope + 1.96 * error];
  return {
    heap: { slope, low, high, is: flatness(low, high) },
    handles: steadiness(samples.map(({ handles }) => handles)),
    connections: steadiness(samples.map(({ connections }) => connections)),
  };
}

export const isFlat = ({ heap, handles, connections }: Verdict): boolean =>
  [heap.is, handles, connections].every((one) => one === "flat");

function flatness(low: number, high: number): Flatness {
  if (high < mostBytesPerThousand) return "flat";
  return low > mostBytesPerThousand ? "grows" : "unclear";
}

/** They go up and down with what happens to be open. A leak is never again at what it once was at most. */
function steadiness(values: readonly number[]): Flatness {
  const third = Math.floor(values.length / 3);
  return Math.min(...values.slice(-third)) > Math.max(...values.slice(0, third)) ? "grows" : "flat";
}

/** Least squares. */
function line(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const n = points.length;
  const mean = (of: (point: readonly [number, number]) => number) => points.reduce((all, p) => all + of(p), 0) / n;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = points.reduce((all, [x]) => all + (x - meanX) ** 2, 0);
  const slope = points.reduce((all, [x, y]) => all + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((all, [x, y]) => all + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) };
}
