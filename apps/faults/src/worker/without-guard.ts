// Stores with one guard taken out: what the protected runs are compared with.
import type { Store, StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { GuardOff } from "./plan.js";

export function withoutGuard(store: Store, guard: GuardOff | undefined): Store {
  switch (guard) {
    case "absence":
      return absentMeansFresh(store);
    case "lapse":
      return lapsedIsTakenOver(store);
    case "silence":
      return silenceMeansYes(store);
    case "store clock":
      return ownClock(store);
    case "history": // an option of the stores themselves
    case "history and warnings":
    case "one transaction": // the tool goes without
    case undefined:
      return store;
  }
}

const swapping = (store: Store, swap: Store["swap"]): Store => ({
  name: store.name,
  insert: (id, write) => store.insert(id, write),
  swap,
  get: (id) => store.get(id),
  list: (kind, page) => store.list(kind, page),
  sweep: (page) => store.sweep(page),
});

const absentMeansFresh = (store: Store): Store =>
  swapping(store, async (id, tag, write, condition) => {
    const swap = await store.swap(id, tag, write, condition);
    return swap.ok || swap.record || condition.deadline !== "open" ? swap : { ok: true, record: invented(id, write) };
  });

const lapsedIsTakenOver = (store: Store): Store =>
  swapping(store, async (id, tag, write, condition) => {
    const swap = await store.swap(id, tag, write, condition);
    const isConsume = condition.deadline === "open";
    if (swap.ok || !swap.record || !isConsume || swap.record.data !== null) return swap;
    const { tag: standing, nowMs, deadlineMs } = swap.record;
    return nowMs < deadlineMs ? swap : store.swap(id, standing, write, { deadline: "any", history: "any" });
  });

const silenceMeansYes = (store: Store): Store =>
  swapping(store, (id, tag, write, condition) =>
    store.swap(id, tag, write, condition).catch(() => ({ ok: true, record: invented(id, write) })),
  );

/** It reads, judges by the date of this process, and then swaps whatever the deadline is. */
function ownClock(store: Store): Store {
  const seen = (record: StoredRecord): StoredRecord => ({ ...record, nowMs: Date.now() });
  const holds = ({ deadlineMs }: StoredRecord, { deadline }: SwapCondition) =>
    deadline === "any" || (deadline === "open") === Date.now() < deadlineMs;
  return swapping(store, async (id, tag, write, condition) => {
    const standing = await store.get(id);
    if (standing?.tag === tag && !holds(standing, condition)) {
      return { ok: false, why: "deadline", record: seen(standing) };
    }
    const swap = await store.swap(id, tag, write, { ...condition, deadline: "any" });
    if (swap.ok) return { ok: true, record: seen(swap.record) };
    return swap.record === null ? swap : { ...swap, record: seen(swap.record) };
  });
}

/** The record as the writer believes it to stand. The preview of the tool is what it was issued with. */
const invented = (id: string, write: Write): StoredRecord => ({
  id,
  tag: write.tag,
  state: write.state,
  body: JSON.stringify(inventedProposal),
  data: write.data ?? null,
  deadlineMs: 1e15,
  nowMs: 0,
  historyCurrent: true,
});

const inventedProposal = {
  v: 1,
  requester: { tokenId: "agent" },
  server: "faults",
  tool: "pay",
  params: {},
  preview: {},
};
