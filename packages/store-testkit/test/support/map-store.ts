import {
  type FirstWrite,
  type Insert,
  type Page,
  type Store,
  type StoredRecord,
  type Swap,
  type SwapCondition,
  Tier2Error,
  type Write,
} from "@holdpoint/tier2-core";

/** What a store lives in and cannot choose. */
export class World {
  history = 1;
  away = false;
  /** Inside a second, not at its edge. */
  nowMs = 1_000_000_000_400;

  readClock(): void {}
}

/** One whose time nobody can move. */
export class WaitingWorld extends World {
  override nowMs = wholeMs();

  override readClock(): void {
    this.nowMs = wholeMs();
  }
}

const wholeMs = () => Math.floor(performance.timeOrigin + performance.now());

export interface Row {
  id: string;
  tag: string;
  state: string;
  body: string | null;
  data: string | null;
  deadlineMs: number;
  payloadUntilMs: number;
  recordUntilMs: number;
  listed: boolean;
  history: number;
}

export const never = Number.POSITIVE_INFINITY;

/** The store contract in as few steps as it has; a planted fault replaces one of them. */
export class MapStore implements Store {
  readonly name: string = "map";
  protected readonly rows = new Map<string, Row>();
  protected readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async insert(id: string, write: FirstWrite): Promise<Insert> {
    this.reach();
    const row = this.standing(id);
    return row ? this.taken(row, write) : { ok: true, record: this.answer(this.put(this.first(id, write))) };
  }

  async swap(id: string, expectedTag: string, write: Write, condition: SwapCondition): Promise<Swap> {
    this.reach();
    const row = this.standing(id);
    if (!row) return { ok: false, why: "absent", record: null };
    const why = this.refusal(row, expectedTag, condition);
    if (why) return { ok: false, why, record: this.refused(row, write) };
    return { ok: true, record: this.answer(this.put(this.next(row, write))) };
  }

  async get(id: string): Promise<StoredRecord | null> {
    this.reach();
    const row = this.standing(id);
    return row ? this.answer(row) : null;
  }

  async list(kind: string, { limit, cursor = "" }: { limit: number; cursor?: string }): Promise<Page> {
    this.reach();
    const rows = this.listed(kind).filter(({ id }) => id > cursor);
    const records = rows.slice(0, limit).map((row) => this.answer(row));
    const last = records.at(-1);
    return { records, ...(last && rows.length > limit && { cursor: last.id }) };
  }

  async sweep({ limit }: { limit: number }): Promise<{ freed: number; more: boolean }> {
    this.reach();
    const due = [...this.rows.values()].filter((row) => this.isDue(row));
    for (const row of due.slice(0, limit)) this.free(row);
    return { freed: Math.min(due.length, limit), more: due.length > limit };
  }

  /** Reads the clock once a call, so that all times of one answer agree. */
  protected reach(): void {
    this.world.readClock();
    if (this.world.away) throw new Tier2Error("store_unavailable", "The map is away.");
  }

  protected standing(id: string): Row | undefined {
    const row = this.rows.get(id);
    return row && this.world.nowMs < row.recordUntilMs ? row : undefined;
  }

  protected put(row: Row): Row {
    this.rows.set(row.id, row);
    return row;
  }

  protected taken(row: Row, _write: FirstWrite): Insert {
    return { ok: false, why: "taken", record: this.answer(row) };
  }

  protected refused(row: Row, _write: Write): StoredRecord {
    return this.answer(row);
  }

  protected refusal(row: Row, tag: string, asked: SwapCondition): "tag" | "history" | "deadline" | undefined {
    if (!this.isTag(row, tag)) return "tag";
    if (asked.deadline !== "any" && asked.deadline !== this.deadlineOf(row)) return "deadline";
    if (asked.history !== "any" && asked.history !== this.historyOf(row)) return "history";
    return undefined;
  }

  protected isTag(row: Row, tag: string): boolean {
    return row.tag === tag;
  }

  protected historyOf(row: Row): "same" | "changed" {
    return row.history === this.world.history ? "same" : "changed";
  }

  protected deadlineOf(row: Row): "open" | "passed" {
    return this.world.nowMs < row.deadlineMs ? "open" : "passed";
  }

  protected first(id: string, write: FirstWrite): Row {
    const empty = { id, body: write.body, data: null, deadlineMs: 0, payloadUntilMs: never, recordUntilMs: never };
    return this.next({ ...empty, tag: "", state: "", listed: false, history: 0 }, write);
  }

  protected next(row: Row, write: Write): Row {
    const { tag, state, listed, data, deadlineInMs, payloadForMs, recordForMs } = write;
    const payloadUntilMs = this.until(payloadForMs, row.payloadUntilMs);
    const ended = this.world.nowMs >= row.payloadUntilMs;
    return {
      id: row.id,
      tag,
      state,
      listed,
      body: ended ? null : row.body,
      data: this.world.nowMs >= payloadUntilMs ? null : (data ?? (ended ? null : row.data)),
      deadlineMs: deadlineInMs === undefined ? row.deadlineMs : this.world.nowMs + deadlineInMs,
      payloadUntilMs,
      recordUntilMs: this.until(recordForMs, row.recordUntilMs),
      history: this.world.history,
    };
  }

  protected until(forMs: number | null | undefined, standing: number): number {
    if (forMs === undefined) return standing;
    return forMs === null ? never : this.world.nowMs + forMs;
  }

  protected answer(row: Row): StoredRecord {
    const { id, tag, state, deadlineMs } = row;
    const { body, data } = this.payloadEnded(row) ? { body: null, data: null } : row;
    const { nowMs } = this.world;
    return { id, tag, state, body, data, deadlineMs, nowMs, historyCurrent: this.historyOf(row) === "same" };
  }

  protected payloadEnded(row: Row): boolean {
    return this.world.nowMs >= row.payloadUntilMs;
  }

  protected listed(kind: string): Row[] {
    const rows = [...this.rows.values()].filter(
      (row) => row.listed && row.id.startsWith(kind) && this.standing(row.id),
    );
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  protected isDue(row: Row): boolean {
    const payloadDue = this.world.nowMs >= row.payloadUntilMs && (row.body !== null || row.data !== null);
    return payloadDue || this.world.nowMs >= row.recordUntilMs;
  }

  protected free(row: Row): void {
    if (this.world.nowMs >= row.recordUntilMs) this.rows.delete(row.id);
    else this.rows.set(row.id, { ...row, body: null, data: null });
  }
}
