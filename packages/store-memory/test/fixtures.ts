import type { FirstWrite, Store, StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import { memoryStore } from "../src/index.js";

/** A store whose clock stands at `clock.ms` until a test moves it; it starts inside a second, not at its edge. */
export function storeWithClock(): { store: Store; clock: { ms: number } } {
  const clock = { ms: 1_000_000_000_400 };
  return { store: memoryStore({ nowMs: () => clock.ms }), clock };
}

export function aFirstWrite(changes: Partial<FirstWrite> = {}): FirstWrite {
  return { tag: "t1", state: '"pending"', body: '"params"', deadlineInMs: 300_000, listed: false, ...changes };
}

export function aWrite(changes: Partial<Write> = {}): Write {
  return { tag: "t2", state: '"in_flight"', listed: false, ...changes };
}

export const anyCondition: SwapCondition = { deadline: "any", history: "any" };

/** Reads the listing to its end, page by page; `between` runs after each page. */
export async function listAll(
  store: Store,
  kind: string,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list(kind, { limit, ...(cursor === undefined ? {} : { cursor }) });
    records.push(...page.records);
    cursor = page.cursor;
    await between();
  } while (cursor !== undefined);
  return records;
}

/** Sweeps until nothing is left to free; tells how much was freed by each call. */
export async function sweepAll(store: Store, limit: number): Promise<number[]> {
  const freed: number[] = [];
  let more = true;
  while (more) {
    const swept = await store.sweep({ limit });
    freed.push(swept.freed);
    more = swept.more;
  }
  return freed;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
