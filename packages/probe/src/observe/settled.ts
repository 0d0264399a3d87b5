import { setTimeout as sleep } from "node:timers/promises";
import { type Change, diff } from "./change.js";
import type { Observer, Snapshot } from "./observer.js";

/** What all observers saw at one time, in their order. */
export type Views = readonly Snapshot[];

export interface SettleOptions {
  /** How long nothing must change before a call's effects count as over. Work that starts later is taken for the next call's. */
  readonly settleMs: number;
  /** After that many looks with a change between each, it is said that it never settled. */
  readonly maxLooks: number;
}

export const look = (observers: readonly Observer[]): Promise<Views> =>
  Promise.all(observers.map((observer) => observer.snapshot()));

export const changesBetween = (observers: readonly Observer[], before: Views, after: Views): readonly Change[] =>
  observers.flatMap((observer, index) => {
    const [was, is] = [before[index], after[index]];
    return was === undefined || is === undefined ? [] : diff(observer, was, is);
  });

/** Looks until two looks in a row agree. */
export async function settled(
  observers: readonly Observer[],
  { settleMs, maxLooks }: SettleOptions,
): Promise<{ readonly views: Views; readonly settled: boolean }> {
  let views = await look(observers);
  for (let looks = 1; looks < maxLooks; looks += 1) {
    await sleep(settleMs);
    const next = await look(observers);
    if (changesBetween(observers, views, next).length === 0) return { views: next, settled: true };
    views = next;
  }
  return { views, settled: false };
}
