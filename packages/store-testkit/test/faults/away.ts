import type { FirstWrite, Insert, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import { Tier2Error } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore } from "../support/map-store.js";

export const awayFaults: readonly Fault[] = [
  {
    does: "the error of its driver gets out while it is away",
    breaks: "away-told",
    store: class extends MapStore {
      protected override reach(): void {
        if (this.world.away) throw new Error("ECONNREFUSED");
      }
    },
  },
  {
    does: "a read while it is away finds nothing",
    breaks: "away-told",
    store: class extends MapStore {
      override async get(id: string): Promise<StoredRecord | null> {
        return this.world.away ? null : super.get(id);
      }
    },
  },
  {
    does: "a sweep while it is away waits for better times",
    breaks: "away-told",
    store: class extends MapStore {
      override async sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
        return this.world.away ? new Promise(() => {}) : super.sweep(page);
      }
    },
  },
  {
    does: "it turns calls away when there are many",
    breaks: "never-away",
    declared: { neverAway: "it lives in the process that asks" },
    store: class extends MapStore {
      #waiting = 0;
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        return this.#queued(() => super.insert(id, write));
      }
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        return this.#queued(() => super.swap(id, tag, write, condition));
      }
      async #queued<T>(work: () => Promise<T>): Promise<T> {
        this.#waiting += 1;
        try {
          if (this.#waiting > 250) throw new Tier2Error("store_unavailable", "Too many calls.");
          return await work();
        } finally {
          this.#waiting -= 1;
        }
      }
    },
  },
];
