import type { FirstWrite, StoredRecord, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

const mostInt32 = 2 ** 31 - 1;

export const retentionFaults: readonly Fault[] = [
  {
    does: "the payload is not kept: it goes when the deadline passes",
    breaks: "payload-kept",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        const record = super.answer(row);
        return this.deadlineOf(row) === "open" ? record : { ...record, body: null, data: null };
      }
    },
  },
  {
    does: "a payload ends a hundredth of a second early",
    breaks: "payload-kept",
    store: class extends MapStore {
      protected override payloadEnded(row: Row): boolean {
        return this.world.nowMs >= row.payloadUntilMs - 10;
      }
    },
  },
  {
    does: "a payload's retention can be shortened only",
    breaks: "payload-kept",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        const untilMs = this.payloadEnded(row) ? next.payloadUntilMs : row.payloadUntilMs;
        return { ...next, payloadUntilMs: Math.min(next.payloadUntilMs, untilMs) };
      }
    },
  },
  {
    does: "a payload whose retention ended is shown until it is swept",
    breaks: "payload-ends",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        return { ...super.answer(row), body: row.body, data: row.data };
      }
    },
  },
  {
    does: "a record goes with its payload",
    breaks: "payload-ends",
    store: class extends MapStore {
      protected override first(id: string, write: FirstWrite): Row {
        const row = super.first(id, write);
        return write.recordForMs === undefined ? { ...row, recordUntilMs: row.payloadUntilMs } : row;
      }
    },
  },
  {
    does: "a longer retention brings a payload back",
    breaks: "payload-stays-gone",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next({ ...row, payloadUntilMs: this.until(write.payloadForMs, row.payloadUntilMs) }, write);
        return next;
      }
    },
  },
  {
    does: "a record ends a hundredth of a second early",
    breaks: "record-kept",
    store: class extends MapStore {
      protected override standing(id: string): Row | undefined {
        const row = super.standing(id);
        return row && this.world.nowMs < row.recordUntilMs - 10 ? row : undefined;
      }
    },
  },
  {
    does: "a record's retention can be shortened only",
    breaks: "record-kept",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        return { ...next, recordUntilMs: Math.min(next.recordUntilMs, row.recordUntilMs) };
      }
    },
  },
  {
    does: "a retention of more than 25 days ends at once",
    breaks: "record-kept",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const tooLong = (write.recordForMs ?? 0) > mostInt32;
        return super.next(row, tooLong ? { ...write, recordForMs: 1 } : write);
      }
    },
  },
  {
    does: "a record whose retention ended is read until it is swept",
    breaks: "record-ends",
    store: class extends MapStore {
      override async get(id: string): Promise<StoredRecord | null> {
        const row = this.rows.get(id);
        return row && !this.world.away ? this.answer(row) : super.get(id);
      }
    },
  },
  {
    does: "a record whose retention ended is listed until it is swept",
    breaks: "record-ends",
    store: class extends MapStore {
      protected override listed(kind: string): Row[] {
        return [...this.rows.values()].filter((row) => row.listed && row.id.startsWith(kind));
      }
    },
  },
  {
    does: "a retention of zero is taken for one without end",
    breaks: "record-ends",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        return super.next(row, write.recordForMs === 0 ? { ...write, recordForMs: null } : write);
      }
    },
  },
];
