import type { Store, StoredRecord, Write } from "@holdpoint/tier2-core";

type Row = StoredRecord & { listed: boolean; payloadEndMs: number; recordEndMs: number };

const never = Number.POSITIVE_INFINITY;
const end = (nowMs: number, forMs: number | null | undefined, standingMs: number) =>
  forMs === undefined ? standingMs : nowMs + (forMs ?? never);

const answer = ({ listed, payloadEndMs, recordEndMs, ...record }: Row, nowMs: number): StoredRecord => {
  return { ...record, nowMs, ...(nowMs >= payloadEndMs && { body: null, data: null }) };
};

/** A store of one's own. Each method is a single synchronous step, so nothing comes in between. */
export function mapStore(clock: () => number): Store {
  const rows = new Map<string, Row>();
  const kept = (row: Row | undefined, nowMs: number) => (row && nowMs < row.recordEndMs ? row : undefined);

  const put = (row: Row, nowMs: number, { tag, state, listed, ...write }: Write) => {
    const standing = answer(row, nowMs);
    const data = write.data ?? standing.data;
    const deadlineMs = end(nowMs, write.deadlineInMs, row.deadlineMs);
    const payloadEndMs = end(nowMs, write.payloadForMs, row.payloadEndMs);
    const recordEndMs = end(nowMs, write.recordForMs, row.recordEndMs);
    const next = { ...standing, tag, state, data, deadlineMs, listed, payloadEndMs, recordEndMs };
    rows.set(row.id, next);
    return { ok: true, record: answer(next, nowMs) } as const;
  };

  return {
    name: "map",
    async insert(id, write) {
      const nowMs = clock();
      const row = kept(rows.get(id), nowMs);
      if (row) return { ok: false, why: "taken", record: answer(row, nowMs) };
      const empty = { tag: "", state: "", data: null, deadlineMs: nowMs, nowMs, historyCurrent: true, listed: false };
      return put({ id, body: write.body, ...empty, payloadEndMs: never, recordEndMs: never }, nowMs, write);
    },
    async swap(id, expectedTag, write, { deadline, history }) {
      const nowMs = clock();
      const row = kept(rows.get(id), nowMs);
      if (!row) return { ok: false, why: "absent", record: null };
      const record = answer(row, nowMs);
      if (row.tag !== expectedTag) return { ok: false, why: "tag", record };
      const is = nowMs < row.deadlineMs ? "open" : "passed";
      if (deadline !== "any" && deadline !== is) return { ok: false, why: "deadline", record };
      if (history === "changed") return { ok: false, why: "history", record }; // a Map has but one
      return put(row, nowMs, write);
    },
    async get(id) {
      const nowMs = clock();
      const row = kept(rows.get(id), nowMs);
      return row ? answer(row, nowMs) : null;
    },
    async list(kind, { limit, cursor = "" }) {
      const nowMs = clock();
      const listed = [...rows.values()].filter((row) => kept(row, nowMs)?.listed && row.id.startsWith(kind));
      const left = listed.filter(({ id }) => id > cursor).sort((a, b) => (a.id < b.id ? -1 : 1));
      const records = left.slice(0, limit).map((row) => answer(row, nowMs));
      const last = records.at(-1);
      return { records, ...(last && left.length > limit && { cursor: last.id }) };
    },
    async sweep({ limit }) {
      const ended = [...rows.values()].filter((row) => !kept(row, clock()));
      for (const { id } of ended.slice(0, limit)) rows.delete(id);
      return { freed: Math.min(limit, ended.length), more: ended.length > limit };
    },
  };
}
