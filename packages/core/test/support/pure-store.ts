import type { FirstWrite, StoredRecord, Swap, SwapCondition, Write } from "../../src/store.js";

/** One record of a store, as a value. `history` names the store's history; a failover changes it. */
export interface Kept {
  readonly tag: string;
  readonly state: string;
  readonly body: string;
  readonly data: string | null;
  readonly deadlineMs: number;
  readonly payloadUntilMs: number;
  readonly recordUntilMs: number;
  readonly history: number;
}

export interface World {
  readonly kept: Kept | null;
  readonly nowMs: number;
  readonly history: number;
}

export function recordIn({ kept, nowMs, history }: World): StoredRecord | null {
  if (kept === null || nowMs >= kept.recordUntilMs) return null;
  const { tag, state, deadlineMs } = kept;
  const payload = nowMs < kept.payloadUntilMs ? { body: kept.body, data: kept.data } : { body: null, data: null };
  return { id: "c:1", tag, state, ...payload, deadlineMs, nowMs, historyCurrent: kept.history === history };
}

const until = (nowMs: number, forMs: number | null | undefined, before: number) =>
  forMs === undefined ? before : forMs === null ? Number.POSITIVE_INFINITY : nowMs + forMs;

function written(world: World, write: Write, before: Omit<Kept, "tag" | "state" | "history">): World {
  const { nowMs, history } = world;
  return {
    ...world,
    kept: {
      tag: write.tag,
      state: write.state,
      body: before.body,
      data: write.data ?? before.data,
      deadlineMs: write.deadlineInMs === undefined ? before.deadlineMs : nowMs + write.deadlineInMs,
      payloadUntilMs: until(nowMs, write.payloadForMs, before.payloadUntilMs),
      recordUntilMs: until(nowMs, write.recordForMs, before.recordUntilMs),
      history,
    },
  };
}

/** `world` is the one that was given wherever nothing was written. */
export function inserted(world: World, write: FirstWrite): World {
  if (recordIn(world) !== null) return world;
  const never = Number.POSITIVE_INFINITY;
  const empty = { body: write.body, data: null, deadlineMs: 0, payloadUntilMs: never, recordUntilMs: never };
  return written(world, write, empty);
}

export function swapped(
  world: World,
  tag: string,
  write: Write,
  condition: SwapCondition,
): { world: World; swap: Swap } {
  const record = recordIn(world);
  if (record === null) return { world, swap: { ok: false, why: "absent", record } };
  const deadline = record.nowMs >= record.deadlineMs ? "passed" : "open";
  const history = record.historyCurrent ? "same" : "changed";
  if (record.tag !== tag) return { world, swap: { ok: false, why: "tag", record } };
  if (![history, "any"].includes(condition.history)) return { world, swap: { ok: false, why: "history", record } };
  if (![deadline, "any"].includes(condition.deadline)) return { world, swap: { ok: false, why: "deadline", record } };
  const next = written(world, write, world.kept as Kept);
  return { world: next, swap: { ok: true, record: recordIn(next) as StoredRecord } };
}
