import assert from "node:assert/strict";
import type { FirstWrite, Store, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";

/** Holds whatever the deadline and the history are. */
export const always: SwapCondition = { deadline: "any", history: "any" };

let lastTag = 0;

/** A tag that stands nowhere yet. */
function freshTag(): string {
  lastTag += 1;
  return `t${lastTag}`;
}

export function aFirstWrite(changes: Partial<FirstWrite> = {}): FirstWrite {
  return { tag: freshTag(), state: '"pending"', body: '"params"', deadlineInMs: 300_000, listed: false, ...changes };
}

export function aWrite(changes: Partial<Write> = {}): Write {
  return { tag: freshTag(), state: '"in_flight"', listed: false, ...changes };
}

/** Creates a record that is not there yet. */
export async function create(store: Store, id: string, changes: Partial<FirstWrite> = {}): Promise<StoredRecord> {
  const insert = await store.insert(id, aFirstWrite(changes));
  assert.ok(insert.ok, `the insert of "${id}" into an empty place was refused`);
  return insert.record;
}

/** Swaps from whatever tag stands, if the condition holds; to a fresh tag unless `changes` names one. */
export async function trySwap(
  store: Store,
  id: string,
  changes: Partial<Write> = {},
  condition: SwapCondition = always,
): Promise<Swap> {
  const standing = await store.get(id);
  return store.swap(id, standing?.tag ?? "absent", aWrite(changes), condition);
}

/** Swaps from whatever tag stands, under any condition. */
export async function write(store: Store, id: string, changes: Partial<Write> = {}): Promise<StoredRecord> {
  const swap = await trySwap(store, id, changes);
  assert.ok(swap.ok, `a swap of "${id}" from the tag that stands, under no condition, was refused`);
  return swap.record;
}

/** Reads a record that must be there. */
export async function read(store: Store, id: string): Promise<StoredRecord> {
  const record = await store.get(id);
  assert.ok(record, `the record "${id}" is absent`);
  return record;
}
