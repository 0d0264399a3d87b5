import { setTimeout as sleep } from "node:timers/promises";
import { type Change, diff } from "./change.js";
import type { Observer, Snapshot } from "./observer.js";

/** What all observers saw at one time, in their order. */
export type Views = readonly Snapshot[];

export interface SettleOptions {
  /** How long nothing must change before a call's effects count as over. */
  readonly settleMs: number;
  /** After that many looks with a change between each, it is said that it never settled. */
  readonly maxLooks: number;
}

const look = (observers: readonly Observer[]): Promise<Views> =>
  Promise.all(observers.map((observer) => observer.snapshot()));

export const changesBetween = (observers: readonly Observer[], before: Views, after: Views): readonly Change[] =>
  observers.flatMap((observer, index) => {
    const [was, is] = [before[index], after[index]];
    return was === undefined || is === undefined ? [] : diff(observer, was, is);
  });

export interface Settled {
  readonly views: Views;
  readonly settled: boolean;
  /** The observers that still saw changes at the last look. */
  readonly restless: readonly string[];
}

/**
 * Looks until two looks in a row agree, of which `from` may be the first. Nobody waits for the observers of `ignored`: they
 * agree never.
 */
export async function settled(
  observers: readonly Observer[],
  { settleMs, maxLooks }: SettleOptions,
  ignored: ReadonlySet<string> = new Set(),
  from?: Views,
): Promise<Settled> {
  let views = from ?? (await look(observers));
  let restless: readonly string[] = [];
  for (let looks = 1; looks < maxLooks; looks += 1) {
    await sleep(settleMs);
    const next = await look(observers);
    restless = restlessBetween(observers, views, next, ignored);
    views = next;
    if (restless.length === 0) return { views, settled: ignored.size === 0, restless };
  }
  return { views, settled: false, restless };
}

/** Looks on after everything seemed over. `lagMs`: how much later the last change came; 0 if none did. */
export async function lookOn(
  observers: readonly Observer[],
  first: Views,
  { settleMs, looks }: { readonly settleMs: number; readonly looks: number },
  ignored: ReadonlySet<string>,
): Promise<{ readonly views: Views; readonly lagMs: number }> {
  const beganMs = performance.now();
  let [views, lagMs] = [first, 0];
  for (let done = 0; done < looks; done += 1) {
    await sleep(settleMs);
    const next = await look(observers);
    if (restlessBetween(observers, views, next, ignored).length > 0) lagMs = performance.now() - beganMs;
    views = next;
  }
  return { views, lagMs };
}

const restlessBetween = (observers: readonly Observer[], was: Views, is: Views, ignored: ReadonlySet<string>) => [
  ...new Set(
    changesBetween(observers, was, is)
      .map(({ observer }) => observer)
      .filter((name) => !ignored.has(name)),
  ),
];
