import { setTimeout as sleep } from "node:timers/promises";
import type { Sample } from "./judge.js";
import { mixedLoad } from "./load.js";
import type { Soaked } from "./stores.js";

/** A leak that is planted to see that it is found. */
export type Planted = "heap" | "handles" | "connections";

export interface Effort {
  /** How long, or how many operations. */
  readonly until: { readonly ms: number } | { readonly operations: number };
  readonly planted?: Planted | undefined;
  sampled(sample: Sample): void;
}

const atOnce = 8;
const samples = 60;
const warmUpPart = 0.25;
/** Until then the heap still grows by what the engine of the language learns of the code. */
const warmUpOperations = 8_000;
const plantEvery = 250;

/** Puts a store under load, and samples the process from time to time. Resolves to the samples from after the warm-up. */
export async function soak(soaked: Soaked, { until, planted, sampled }: Effort): Promise<readonly Sample[]> {
  const load = mixedLoad(soaked.store, soaked.times);
  const kept: unknown[] = [];
  const taken: Sample[] = [];
  const settlesAfter = "ms" in until ? Math.max(soaked.settlesAfter, warmUpOperations) : soaked.settlesAfter;
  let operations = 0;
  const worker = async (isOver: () => boolean) => {
    while (!isOver()) {
      operations += 1;
      soaked.tick();
      await load.operation(operations);
      if (operations % plantEvery === 0) await plant(planted, soaked, kept);
      await sleep(1);
    }
  };
  for (let part = 1; part <= samples; part += 1) {
    const startedMs = performance.now(); // each part has its share, however long sampling takes
    const isOver =
      "ms" in until
        ? () => performance.now() - startedMs > until.ms / samples
        : () => operations >= (until.operations * part) / samples;
    await Promise.all(Array.from({ length: atOnce }, () => worker(isOver)));
    const sample = await takeSample(operations, soaked);
    sampled(sample);
    if (part > samples * warmUpPart && operations > settlesAfter) taken.push(sample);
  }
  await load.close();
  return taken;
}

async function takeSample(operations: number, soaked: Soaked): Promise<Sample> {
  const connections = await soaked.connections();
  await sleep(20); // what a call leaves for the next turn
  if (globalThis.gc === undefined) throw new Error("run this with --expose-gc");
  globalThis.gc();
  globalThis.gc();
  const handles = process.getActiveResourcesInfo().length;
  return { operations, connections, handles, heapBytes: process.memoryUsage().heapUsed };
}

async function plant(planted: Planted | undefined, soaked: Soaked, kept: unknown[]): Promise<void> {
  if (planted === "heap") kept.push(Array.from({ length: 300 }, (_, index) => ({ index })));
  if (planted === "handles") setInterval(() => {}, 60_000);
  if (planted === "connections") await soaked.connect();
}
