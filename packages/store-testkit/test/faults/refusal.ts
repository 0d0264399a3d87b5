import type { StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

export const refusalFaults: readonly Fault[] = [
  {
    does: "a refused swap writes the answer that came with it",
    breaks: "refusal-writes-nothing",
    store: class extends MapStore {
      protected override refused(row: Row, { data }: Write): StoredRecord {
        this.put({ ...row, data: data ?? null });
        return this.answer(row);
      }
    },
  },
  {
    does: "a refused swap lists the record",
    breaks: "refusal-writes-nothing",
    store: class extends MapStore {
      protected override refused(row: Row, { listed }: Write): StoredRecord {
        return this.answer(this.put({ ...row, listed: row.listed || listed }));
      }
    },
  },
  {
    does: "a refused swap shortens the record's retention",
    breaks: "refusal-writes-nothing",
    store: class extends MapStore {
      protected override refused(row: Row, { recordForMs }: Write): StoredRecord {
        return this.answer(this.put({ ...row, recordUntilMs: this.until(recordForMs, row.recordUntilMs) }));
      }
    },
  },
  {
    does: "the loser is stale: it is shown the record as it was when the attempt began",
    breaks: "refusal-shows-standing",
    store: class extends MapStore {
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        const before = await this.get(id);
        const swap = await super.swap(id, tag, write, condition);
        return swap.ok || !swap.record || !before ? swap : { ...swap, record: before };
      }
    },
  },
  {
    does: "a refused swap shows the record without its body",
    breaks: "refusal-shows-standing",
    store: class extends MapStore {
      protected override refused(row: Row): StoredRecord {
        return { ...this.answer(row), body: null };
      }
    },
  },
  {
    does: "the history is told before the deadline",
    breaks: "refusal-reason",
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        asked: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        const byHistory = super.refusal(row, tag, { ...asked, deadline: "any" });
        return byHistory ?? super.refusal(row, tag, asked);
      }
    },
  },
  {
    does: "the tag is told last",
    breaks: "refusal-reason",
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        asked: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        return super.refusal(row, row.tag, asked) ?? super.refusal(row, tag, asked);
      }
    },
  },
];
