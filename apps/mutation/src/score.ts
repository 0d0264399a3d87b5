import type { MutantResult } from "@stryker-mutator/api/core";

/** What became of the changes of one part. */
export interface Score {
  readonly noticed: number;
  readonly survived: readonly Survivor[];
  /** Changes that do not compile or that the instrumenter was told to leave. */
  readonly leftOut: number;
}

export interface Survivor {
  readonly place: string;
  readonly kind: string;
  readonly change: string;
}

const noticed = new Set(["Killed", "Timeout"]);
const survived = new Set(["Survived", "NoCoverage"]);

export function scoreOf(results: readonly MutantResult[], root: string): Score {
  const survivors = results.filter(({ status }) => survived.has(status));
  const seen = results.filter(({ status }) => noticed.has(status));
  return {
    noticed: seen.length,
    survived: survivors.map((result) => survivorOf(result, root)),
    leftOut: results.length - seen.length - survivors.length,
  };
}

function survivorOf({ fileName, location, mutatorName, replacement, status }: MutantResult, root: string): Survivor {
  const path = fileName.startsWith(root) ? fileName.slice(root.length + 1) : fileName;
  const change = (replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 60);
  return {
    place: `${path}:${location.start.line}`,
    kind: status === "NoCoverage" ? `${mutatorName}, no test comes by` : mutatorName,
    change,
  };
}

/** In percent; of nothing it is 100. */
export function percentOf({ noticed, survived }: Score): number {
  const all = noticed + survived.length;
  return all === 0 ? 100 : (100 * noticed) / all;
}
