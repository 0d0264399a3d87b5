import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

export const sweepFaults: readonly Fault[] = [
  {
    does: "a sweep removes an unsettled record when its deadline has passed",
    breaks: "sweep-spares",
    store: class extends MapStore {
      protected override isDue(row: Row): boolean {
        return super.isDue(row) || this.#isLapsed(row);
      }
      protected override free(row: Row): void {
        if (this.#isLapsed(row)) this.rows.delete(row.id);
        else super.free(row);
      }
      #isLapsed(row: Row): boolean {
        return row.listed && this.deadlineOf(row) === "passed";
      }
    },
  },
  {
    does: "a sweep unlists an unsettled record when its deadline has passed",
    breaks: "sweep-spares",
    store: class extends MapStore {
      override async sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
        const swept = await super.sweep(page);
        for (const row of this.rows.values()) {
          if (this.deadlineOf(row) === "passed") this.put({ ...row, listed: false });
        }
        return swept;
      }
    },
  },
  {
    does: "a sweep removes a whole record whose payload ended",
    breaks: "sweep-spares",
    store: class extends MapStore {
      protected override free(row: Row): void {
        this.rows.delete(row.id);
      }
    },
  },
  {
    does: "a sweep clears the state of a record whose payload ended",
    breaks: "sweep-spares",
    store: class extends MapStore {
      protected override free(row: Row): void {
        super.free(row);
        const kept = this.rows.get(row.id);
        if (kept) this.put({ ...kept, state: "" });
      }
    },
  },
  {
    does: "a sweep frees more than it was asked to",
    breaks: "sweep-ends",
    store: class extends MapStore {
      override async sweep({ limit }: { limit: number }): Promise<{ freed: number; more: boolean }> {
        return super.sweep({ limit: limit * 2 });
      }
    },
  },
  {
    does: "a sweep that found something to free always tells that there is more",
    breaks: "sweep-ends",
    store: class extends MapStore {
      #found = false;
      override async sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
        const { freed } = await super.sweep(page);
        this.#found ||= freed > 0;
        return { freed, more: this.#found };
      }
    },
  },
];
