import type { FirstWrite, Insert, Page, StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

const mostInt32 = 2 ** 31 - 1;

export const clockFaults: readonly Fault[] = [
  {
    does: "the deadline is ignored",
    breaks: "deadline-judged",
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        { history }: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        return super.refusal(row, tag, { deadline: "any", history });
      }
    },
  },
  {
    does: "a deadline is open for its own millisecond",
    breaks: "deadline-judged",
    store: class extends MapStore {
      protected override deadlineOf(row: Row): "open" | "passed" {
        return this.world.nowMs <= row.deadlineMs ? "open" : "passed";
      }
    },
  },
  {
    does: "a deadline that has passed once stays passed",
    breaks: "deadline-judged",
    store: class extends MapStore {
      readonly #passed = new Set<string>();
      protected override deadlineOf(row: Row): "open" | "passed" {
        if (super.deadlineOf(row) === "passed") this.#passed.add(row.id);
        return this.#passed.has(row.id) ? "passed" : "open";
      }
      protected override next(row: Row, write: Write): Row {
        this.deadlineOf(row);
        return super.next(row, write);
      }
      protected override first(id: string, write: FirstWrite): Row {
        const row = super.first(id, write);
        this.#passed.delete(id);
        return row;
      }
    },
  },
  {
    does: "a deadline is rounded up to a whole second",
    breaks: "deadline-from-now",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        return { ...next, deadlineMs: Math.ceil(next.deadlineMs / 1000) * 1000 };
      }
    },
  },
  {
    does: "a duration of more than 25 days overflows",
    breaks: "deadline-from-now",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        return { ...next, deadlineMs: Math.min(next.deadlineMs, this.world.nowMs + mostInt32) };
      }
    },
  },
  {
    does: "an insert that is taken carries the time of the first one",
    breaks: "now-is-fresh",
    store: class extends MapStore {
      readonly #insertedMs = new Map<string, number>();
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        const insert = await super.insert(id, write);
        if (insert.ok) this.#insertedMs.set(id, insert.record.nowMs);
        return { ...insert, record: { ...insert.record, nowMs: this.#insertedMs.get(id) ?? 0 } } as Insert;
      }
    },
  },
  {
    does: "the records of a page carry no time of their own",
    breaks: "now-is-fresh",
    store: class extends MapStore {
      override async list(kind: string, page: { limit: number; cursor?: string }): Promise<Page> {
        const { records, ...rest } = await super.list(kind, page);
        return { records: records.map((record) => ({ ...record, nowMs: 0 })), ...rest };
      }
    },
  },
  {
    does: "an absent answer is undefined",
    breaks: "answer-shape",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        const { data, ...record } = super.answer(row);
        const unwritten = data === null && !this.payloadEnded(row);
        return (unwritten ? record : { ...record, data }) as StoredRecord;
      }
    },
  },
  {
    does: "its clock has fractions of a millisecond",
    breaks: "answer-shape",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        const record = super.answer(row);
        return { ...record, nowMs: record.nowMs + 0.5, deadlineMs: record.deadlineMs + 0.5 };
      }
    },
  },
];
