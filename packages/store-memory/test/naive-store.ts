import type { FirstWrite, Insert, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";

interface Row {
  id: string;
  tag: string;
  state: string;
  body: string | null;
  data: string | null;
  deadlineMs: number;
  payloadUntilMs: number | null;
  recordUntilMs: number | null;
  listed: boolean;
}

/** The store contract as plainly as it can be said: a map, scans, and nothing done ahead of time. */
export class NaiveStore {
  readonly rows = new Map<string, Row>();

  insert(id: string, write: FirstWrite, nowMs: number): Insert {
    const standing = this.get(id, nowMs);
    if (standing) return { ok: false, why: "taken", record: standing };
    const row = {
      id,
      tag: write.tag,
      state: write.state,
      body: write.body,
      data: "data" in write ? write.data : null,
      deadlineMs: nowMs + write.deadlineInMs,
      payloadUntilMs: typeof write.payloadForMs === "number" ? nowMs + write.payloadForMs : null,
      recordUntilMs: typeof write.recordForMs === "number" ? nowMs + write.recordForMs : null,
      listed: write.listed,
    };
    this.rows.set(id, row);
    return { ok: true, record: read(row, nowMs) };
  }

  swap(id: string, expectedTag: string, write: Write, condition: SwapCondition, nowMs: number): Swap {
    const record = this.get(id, nowMs);
    const row = this.rows.get(id);
    if (!record || !row) return { ok: false, why: "absent", record: null };
    if (record.tag !== expectedTag) return { ok: false, why: "tag", record };
    const is = nowMs >= row.deadlineMs ? "passed" : "open";
    if (condition.deadline !== "any" && condition.deadline !== is) return { ok: false, why: "deadline", record };
    if (condition.history === "changed") return { ok: false, why: "history", record };
    row.tag = write.tag;
    row.state = write.state;
    row.body = record.body;
    row.data = "data" in write ? write.data : record.data;
    row.listed = write.listed;
    if ("deadlineInMs" in write) row.deadlineMs = nowMs + write.deadlineInMs;
    if ("payloadForMs" in write) row.payloadUntilMs = write.payloadForMs === null ? null : nowMs + write.payloadForMs;
    if ("recordForMs" in write) row.recordUntilMs = write.recordForMs === null ? null : nowMs + write.recordForMs;
    return { ok: true, record: read(row, nowMs) };
  }

  get(id: string, nowMs: number): StoredRecord | null {
    const row = this.rows.get(id);
    return row && !hasPassed(row.recordUntilMs, nowMs) ? read(row, nowMs) : null;
  }

  list(kind: string, nowMs: number): StoredRecord[] {
    const listed = [...this.rows.values()].filter((row) => row.listed && row.id.startsWith(kind));
    return listed.map((row) => this.get(row.id, nowMs)).filter((record) => record !== null);
  }

  /** Frees all whose end lies in a second before the present one; tells how many there were. */
  sweep(nowMs: number): number {
    const presentMs = Math.floor(nowMs / 1000) * 1000;
    let freed = 0;
    for (const row of this.rows.values()) {
      const holdsPayload = row.body !== null || row.data !== null;
      const recordEnds = endsBefore(row.recordUntilMs, presentMs);
      if (!recordEnds && !(holdsPayload && endsBefore(row.payloadUntilMs, presentMs))) continue;
      freed += 1;
      if (hasPassed(row.recordUntilMs, nowMs)) this.rows.delete(row.id);
      else Object.assign(row, { body: null, data: null });
    }
    return freed;
  }
}

function read(row: Row, nowMs: number): StoredRecord {
  const { id, tag, state, deadlineMs } = row;
  const payload = hasPassed(row.payloadUntilMs, nowMs)
    ? { body: null, data: null }
    : { body: row.body, data: row.data };
  return { id, tag, state, ...payload, deadlineMs, nowMs, historyCurrent: true };
}

function hasPassed(untilMs: number | null, nowMs: number): boolean {
  return untilMs !== null && nowMs >= untilMs;
}

function endsBefore(untilMs: number | null, presentMs: number): boolean {
  return untilMs !== null && untilMs < presentMs;
}
