import type { Contestant } from "./group.js";

/** One measured run. */
export interface Trial {
  readonly operationsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of this process, not of the server. */
  readonly cpuMicrosecondsPerOperation: number;
}

/** Runs `operations` of them, `concurrency` at a time. */
export async function trial(contestant: Contestant, operations: number, concurrency: number): Promise<Trial> {
  await contestant.prepare?.(operations);
  globalThis.gc?.();
  const tookMs = new Float64Array(operations);
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < operations; index = next++) {
      const sentAtMs = performance.now();
      await contestant.run(index);
      tookMs[index] = performance.now() - sentAtMs;
    }
  };
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, caller));
  const durationMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  tookMs.sort();
  return {
    operationsPerSecond: (operations / durationMs) * 1000,
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    cpuMicrosecondsPerOperation: (user + system) / operations,
  };
}

/** The smallest value that at least the given part of the sorted values does not exceed. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
