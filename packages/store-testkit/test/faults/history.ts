import type { StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

export const historyFaults: readonly Fault[] = [
  {
    does: "the history is ignored",
    breaks: "history-judged",
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        { deadline }: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        return super.refusal(row, tag, { deadline, history: "any" });
      }
    },
  },
  {
    does: "only `same` is judged, and `changed` is taken for `any`",
    breaks: "history-judged",
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        asked: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        return super.refusal(row, tag, asked.history === "changed" ? { ...asked, history: "any" } : asked);
      }
    },
  },
  {
    does: "every answer says that its record is of the present history",
    breaks: "history-told",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        return { ...super.answer(row), historyCurrent: true };
      }
    },
  },
  {
    does: "a swap does not stamp the history",
    breaks: "history-stamped",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        return { ...next, history: row.history || next.history };
      }
    },
  },
  {
    does: "a refused swap stamps the history",
    breaks: "history-stamped",
    store: class extends MapStore {
      protected override refused(row: Row): StoredRecord {
        const record = this.answer(row);
        this.put({ ...row, history: this.world.history });
        return record;
      }
    },
  },
  {
    does: "whoever demands a changed history is let through though it never changes",
    breaks: "history-constant",
    declared: { historyNeverChanges: "there is but one map" },
    store: class extends MapStore {
      protected override refusal(
        row: Row,
        tag: string,
        asked: SwapCondition,
      ): "tag" | "history" | "deadline" | undefined {
        return super.refusal(row, tag, { ...asked, history: "any" });
      }
    },
  },
];
