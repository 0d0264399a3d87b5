import { setImmediate } from "node:timers/promises";
import { Tier2Error } from "../../src/errors.js";
import type { Store, StoredRecord } from "../../src/store.js";
import { inserted, type Kept, recordIn, swapped, type World } from "./pure-store.js";

/** A store whose clock and history a test moves, and whose replies it can lose. Every step lets others go first. */
export class WorldStore implements Store {
  readonly name = "world";
  readonly records = new Map<string, Kept>();
  nowMs = 1_000_000_000;
  history = 0;
  /** How often something was written. */
  writes = 0;
  /** How many of the next replies to writes that were done are lost. */
  losesReplies = 0;

  #world(id: string): World {
    return { kept: this.records.get(id) ?? null, nowMs: this.nowMs, history: this.history };
  }

  #keep(id: string, world: World): void {
    if (world.kept !== null && world.kept !== this.records.get(id)) {
      this.records.set(id, world.kept);
      this.writes += 1;
    }
  }

  #read(id: string): StoredRecord | null {
    const record = recordIn(this.#world(id));
    return record && { ...record, id };
  }

  #replied(): void {
    if (this.losesReplies === 0) return;
    this.losesReplies -= 1;
    throw new Tier2Error("store_unavailable", "the reply was lost");
  }

  insert: Store["insert"] = async (id, write) => {
    await setImmediate();
    const standing = this.#read(id);
    if (standing !== null) return { ok: false, why: "taken", record: standing };
    this.#keep(id, inserted(this.#world(id), write));
    this.#replied();
    return { ok: true, record: this.#read(id) as StoredRecord };
  };

  swap: Store["swap"] = async (id, tag, write, condition) => {
    await setImmediate();
    const { world, swap } = swapped(this.#world(id), tag, write, condition);
    this.#keep(id, world);
    if (swap.ok) this.#replied();
    return (swap.record === null ? swap : { ...swap, record: { ...swap.record, id } }) as typeof swap;
  };

  get: Store["get"] = async (id) => {
    await setImmediate();
    return this.#read(id);
  };

  list: Store["list"] = async (kind, { limit, cursor }) => {
    await setImmediate();
    const ids = [...this.records.keys()].filter((id) => id.startsWith(kind) && id > (cursor ?? "")).sort();
    const page = ids.slice(0, limit);
    const records = page.map((id) => this.#read(id)).filter((record) => record !== null);
    return { records, ...(ids.length > limit && { cursor: page.at(-1) as string }) };
  };

  sweep: Store["sweep"] = async () => ({ freed: 0, more: false });
}
