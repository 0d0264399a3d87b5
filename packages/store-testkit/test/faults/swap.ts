import type { StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, never, type Row } from "../support/map-store.js";

export const swapFaults: readonly Fault[] = [
  {
    does: "a swap of what is absent is told `tag`",
    breaks: "absent-is-absent",
    store: class extends MapStore {
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        const swap = await super.swap(id, tag, write, condition);
        return swap.record ? swap : ({ ...swap, why: "tag" } as unknown as Swap);
      }
    },
  },
  {
    does: "the tag is lost: a swap leaves the old one",
    breaks: "swap-writes",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        return super.next(row, { ...write, tag: row.tag || write.tag });
      }
    },
  },
  {
    does: "an answer is written once and never replaced",
    breaks: "swap-writes",
    store: class extends MapStore {
      protected override next(row: Row, { data, ...write }: Write): Row {
        const first = this.payloadEnded(row) || row.data === null;
        return super.next(row, { ...write, ...(first && data !== undefined && { data }) });
      }
    },
  },
  {
    does: "absent members overwrite: an answer is lost when it is not named again",
    breaks: "swap-keeps",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        return super.next({ ...row, data: null }, write);
      }
    },
  },
  {
    does: "absent members overwrite: a deadline that is not named is now",
    breaks: "swap-keeps",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        return super.next({ ...row, deadlineMs: this.world.nowMs }, write);
      }
    },
  },
  {
    does: "absent members overwrite: a retention that is not named is without end",
    breaks: "swap-keeps",
    store: class extends MapStore {
      protected override until(forMs: number | null | undefined, standing: number): number {
        return super.until(forMs ?? null, standing);
      }
    },
  },
  {
    does: "absent members overwrite: a retention that is not named ends the payload soon",
    breaks: "swap-keeps",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const isFirst = row.tag === "";
        return super.next(row, { ...(!isFirst && { payloadForMs: 15 }), ...write });
      }
    },
  },
  {
    does: "the tag is not compared",
    breaks: "swap-tag",
    store: class extends MapStore {
      protected override isTag(): boolean {
        return true;
      }
    },
  },
  {
    does: "the tag is compared as far as the expected one goes",
    breaks: "swap-tag",
    store: class extends MapStore {
      protected override isTag(row: Row, tag: string): boolean {
        return row.tag.startsWith(tag);
      }
    },
  },
  {
    does: "a swap that changes nothing counts as refused",
    breaks: "swap-same-tag",
    store: class extends MapStore {
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        this.reach();
        const row = this.standing(id);
        const idle = row?.tag === write.tag && row.state === write.state;
        if (row && idle && tag === write.tag) return { ok: false, why: "tag", record: this.answer(row) };
        return super.swap(id, tag, write, condition);
      }
    },
  },
  {
    does: "swap is get, then set: others come in between",
    breaks: "swap-once",
    store: class extends MapStore {
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        this.reach();
        const row = this.standing(id);
        const why = row && this.refusal(row, tag, condition);
        await null;
        if (!row || why) return super.swap(id, tag, write, condition);
        return { ok: true, record: this.answer(this.put(this.next(row, write))) };
      }
    },
  },
  {
    does: "a swap writes the answer in a second step",
    breaks: "record-whole",
    store: class extends MapStore {
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        const { data, ...head } = write;
        if (data === undefined || this.world.away) return super.swap(id, tag, write, condition);
        const swap = await super.swap(id, tag, head, condition);
        const row = this.standing(id);
        if (!swap.ok || !row) return swap;
        await null;
        return { ok: true, record: this.answer(this.put(this.next(row, { ...head, data }))) };
      }
    },
  },
  {
    does: "an answer is the very object that the store keeps",
    breaks: "answer-is-a-copy",
    store: class extends MapStore {
      readonly #kept = new Map<string, StoredRecord>();
      protected override answer(row: Row): StoredRecord {
        const kept = this.#kept.get(row.id);
        const record = Object.assign(kept ?? {}, super.answer(row), kept && { state: row.state });
        this.#kept.set(row.id, record);
        return record;
      }
    },
  },
  {
    does: "a caller that writes into an answer writes into the store",
    breaks: "answer-is-a-copy",
    store: class extends MapStore {
      protected override answer(row: Row): StoredRecord {
        const record = super.answer(row);
        return Object.defineProperty(record, "state", {
          enumerable: true,
          get: () => row.state,
          set: (state: string) => {
            row.state = state;
          },
        });
      }
    },
  },
  {
    does: "a payload without end ends after all, once it was written twice",
    breaks: "payload-kept",
    store: class extends MapStore {
      protected override next(row: Row, write: Write): Row {
        const next = super.next(row, write);
        const isLate = write.payloadForMs === null && row.payloadUntilMs !== never;
        return isLate ? { ...next, payloadUntilMs: row.payloadUntilMs } : next;
      }
    },
  },
];
