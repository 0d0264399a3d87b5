import type { Page, StoredRecord, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

interface Asked {
  limit: number;
  cursor?: string;
}

export const listingFaults: readonly Fault[] = [
  {
    does: "a write does not unlist",
    breaks: "list-names",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        return super.next(row, { ...write, listed: write.listed || row.listed });
      }
    },
  },
  {
    does: "a kind is any beginning of an id",
    breaks: "list-names",
    store: class extends MapStore {
      protected override listed(kind: string): Row[] {
        return super.listed(kind.slice(0, -1));
      }
    },
  },
  {
    does: "an underscore in a kind stands for any character",
    breaks: "list-names",
    store: class extends MapStore {
      protected override listed(kind: string): Row[] {
        const like = new RegExp(`^${kind.replace(/[^\w:]/g, "\\$&").replaceAll("_", ".")}`);
        return super.listed("").filter(({ id }) => like.test(id));
      }
    },
  },
  {
    does: "a listing shows records without their answers",
    breaks: "list-names",
    store: class extends MapStore {
      override async list(kind: string, asked: Asked): Promise<Page> {
        const { records, ...rest } = await super.list(kind, asked);
        return { records: records.map((record): StoredRecord => ({ ...record, data: null })), ...rest };
      }
    },
  },
  {
    does: "a listing omits the first record of each page but the first",
    breaks: "list-omits-none",
    store: class extends MapStore {
      override async list(kind: string, asked: Asked): Promise<Page> {
        const { records, ...rest } = await super.list(kind, asked);
        return { records: asked.cursor === undefined ? records : records.slice(1), ...rest };
      }
    },
  },
  {
    does: "a page starts where the count of records seen so far says",
    breaks: "list-omits-none",
    store: class extends MapStore {
      override async list(kind: string, { limit, cursor = "0" }: Asked): Promise<Page> {
        this.reach();
        const rows = this.listed(kind).slice(Number(cursor));
        const records = rows.slice(0, limit).map((row) => this.answer(row));
        return { records, ...(rows.length > limit && { cursor: `${Number(cursor) + limit}` }) };
      }
    },
  },
  {
    does: "pages go by deadline, which a renewal moves to before the cursor",
    breaks: "list-omits-none",
    store: class extends MapStore {
      override async list(kind: string, { limit, cursor = "" }: Asked): Promise<Page> {
        this.reach();
        const placeOf = (row: Row) => `${String(row.deadlineMs).padStart(20, "0")} ${row.id}`;
        const rows = this.listed(kind).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
        const left = rows.filter((row) => placeOf(row) > cursor);
        const last = left[limit - 1];
        const records = left.slice(0, limit).map((row) => this.answer(row));
        return { records, ...(last && left.length > limit && { cursor: placeOf(last) }) };
      }
    },
  },
  {
    does: "a page is twice as long as asked for",
    breaks: "list-pages",
    store: class extends MapStore {
      override async list(kind: string, asked: Asked): Promise<Page> {
        return super.list(kind, { ...asked, limit: asked.limit * 2 });
      }
    },
  },
  {
    does: "every page has a cursor, and beyond the last one stand empty ones",
    breaks: "list-pages",
    store: class extends MapStore {
      override async list(kind: string, asked: Asked): Promise<Page> {
        return { cursor: "~", ...(await super.list(kind, asked)) };
      }
    },
  },
];
