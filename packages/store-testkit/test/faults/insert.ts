import type { FirstWrite, Insert, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row } from "../support/map-store.js";

export const insertFaults: readonly Fault[] = [
  {
    does: "its insert forgets an answer that comes with it",
    breaks: "insert-creates",
    store: class extends MapStore {
      protected override first(id: string, { data: _, ...write }: FirstWrite): Row {
        return super.first(id, write);
      }
    },
  },
  {
    does: "an insert that is taken lists the record all the same",
    breaks: "insert-taken",
    store: class extends MapStore {
      protected override taken(row: Row, write: FirstWrite): Insert {
        return super.taken(this.put({ ...row, listed: write.listed }), write);
      }
    },
  },
  {
    does: "an insert that is taken shortens the record's retention",
    breaks: "insert-taken",
    store: class extends MapStore {
      protected override taken(row: Row, write: FirstWrite): Insert {
        return super.taken(
          this.put({ ...row, recordUntilMs: this.until(write.recordForMs, row.recordUntilMs) }),
          write,
        );
      }
    },
  },
  {
    does: "a record whose retention ended takes its place until it is swept",
    breaks: "insert-after-end",
    store: class extends MapStore {
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        this.reach();
        const row = this.rows.get(id);
        return row ? this.taken(row, write) : super.insert(id, write);
      }
    },
  },
  {
    does: "a new record inherits the answer of the one that ended in its place",
    breaks: "insert-after-end",
    store: class extends MapStore {
      protected override first(id: string, write: FirstWrite): Row {
        const row = super.first(id, write);
        return { ...row, data: row.data ?? this.rows.get(id)?.data ?? null };
      }
    },
  },
  {
    does: "a new record inherits the retention of the one that ended in its place",
    breaks: "insert-after-end",
    store: class extends MapStore {
      protected override first(id: string, write: FirstWrite): Row {
        const { payloadUntilMs = 0 } = this.rows.get(id) ?? super.first(id, write);
        return { ...super.first(id, write), payloadUntilMs };
      }
    },
  },
  {
    does: "insert is get, then set: others come in between",
    breaks: "insert-once",
    store: class extends MapStore {
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        this.reach();
        const row = this.standing(id);
        await null;
        return row ? this.taken(row, write) : { ok: true, record: this.answer(this.put(this.first(id, write))) };
      }
    },
  },
  {
    does: "an insert deletes the record whose retention ended, and then inserts",
    breaks: "insert-once",
    store: class extends MapStore {
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        const ended = this.rows.has(id) && !this.standing(id);
        if (ended) await null;
        if (ended) this.rows.delete(id);
        return super.insert(id, write);
      }
    },
  },
  {
    does: "the loser of a race of inserts gets back what it wrote itself",
    breaks: "insert-once",
    store: class extends MapStore {
      #writing = 0;
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        this.#writing += 1;
        const insert = await super.insert(id, write);
        const raced = this.#writing > 1;
        this.#writing -= 1;
        return insert.ok || !raced ? insert : { ...insert, record: this.answer(this.first(id, write)) };
      }
    },
  },
  {
    does: "an insert that was seen before is accepted from memory",
    breaks: "repeat-recognised",
    store: class extends MapStore {
      readonly #accepted = new Set<string>();
      override async insert(id: string, write: FirstWrite): Promise<Insert> {
        const insert = await super.insert(id, write);
        if (!insert.ok && this.#accepted.has(`${id} ${write.tag}`)) return { ok: true, record: insert.record };
        this.#accepted.add(`${id} ${write.tag}`);
        return insert;
      }
    },
  },
  {
    does: "a swap that was seen before is accepted from memory",
    breaks: "repeat-recognised",
    store: class extends MapStore {
      readonly #accepted = new Set<string>();
      override async swap(id: string, tag: string, write: Write, condition: SwapCondition): Promise<Swap> {
        const swap = await super.swap(id, tag, write, condition);
        const attempt = `${id} ${tag} ${write.tag}`;
        if (swap.ok) this.#accepted.add(attempt);
        return !swap.ok && swap.record && this.#accepted.has(attempt) ? { ok: true, record: swap.record } : swap;
      }
    },
  },
];
