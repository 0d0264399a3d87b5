import type { Contestant, Group } from "./group.js";
import { quantile, type Trial, trial } from "./trial.js";

/** The trials of one contestant at one concurrency. */
export interface Row {
  readonly contestant: string;
  readonly concurrency: number;
  /** In round order: the trials of one round stood side by side in time. */
  readonly trials: readonly Trial[];
}

export interface Effort {
  readonly rounds: number;
  readonly concurrencies: readonly number[];
  /** Part of each group's operations to run: 1 for figures, less for a look. */
  readonly part: number;
  progress(text: string): void;
}

/**
 * Measures the contestants in turn, in an order that rotates from round to round, so that a spell in which the machine
 * was busy with something else falls on all of them alike. The first round warms up and is thrown away.
 */
export async function interleave(group: Group, contestants: readonly Contestant[], effort: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  for (const concurrency of effort.concurrencies) {
    const operations = Math.max(concurrency * 4, Math.round(group.operations(concurrency) * effort.part));
    const trials = new Map(contestants.map(({ name }) => [name, [] as Trial[]]));
    for (let round = 0; round <= effort.rounds; round += 1) {
      for (const contestant of rotated(contestants, round)) {
        effort.progress(
          `${group.name}, ${concurrency} at a time, round ${round} of ${effort.rounds}: ${contestant.name}`,
        );
        const measured = await trial(contestant, operations, concurrency);
        if (round > 0) trials.get(contestant.name)?.push(measured);
      }
    }
    for (const { name } of contestants) rows.push({ contestant: name, concurrency, trials: trials.get(name) ?? [] });
  }
  return rows;
}

export function rotated<T>(items: readonly T[], by: number): T[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
