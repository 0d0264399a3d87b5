// Stores with one guard taken out: what the protected runs are compared with.
import type { Store, StoredRecord } from "@holdpoint/tier2-core";

/** Absence means fresh, as with a list of used tokens beside tokens that carry everything. */
export const absentMeansFresh = (store: Store): Store => ({
  ...methodsOf(store),
  async swap(id, tag, write, condition) {
    const swap = await store.swap(id, tag, write, condition);
    return swap.ok || swap.record || condition.deadline !== "open" ? swap : { ok: true, record: invented(id, write) };
  },
});

/** Whoever finds a lapsed lease takes it over, as most idempotency libraries do. */
export const lapsedIsTakenOver = (store: Store): Store => ({
  ...methodsOf(store),
  async swap(id, tag, write, condition) {
    const swap = await store.swap(id, tag, write, condition);
    const isConsume = condition.deadline === "open";
    if (swap.ok || !swap.record || !isConsume || swap.record.data !== null) return swap;
    const { tag: standing, nowMs, deadlineMs } = swap.record;
    return nowMs < deadlineMs ? swap : store.swap(id, standing, write, { deadline: "any", history: "any" });
  },
});

/** A store that cannot be reached is taken for one that agrees. */
export const silenceMeansYes = (store: Store): Store => ({
  ...methodsOf(store),
  swap: (id, tag, write, condition) =>
    store.swap(id, tag, write, condition).catch(() => ({ ok: true, record: invented(id, write) })),
});

const methodsOf = (store: Store): Store => ({
  name: store.name,
  insert: (id, write) => store.insert(id, write),
  swap: (id, tag, write, condition) => store.swap(id, tag, write, condition),
  get: (id) => store.get(id),
  list: (kind, page) => store.list(kind, page),
  sweep: (page) => store.sweep(page),
});

/** The record as the writer believes it to stand. The preview of the tests' tool is what it was issued with. */
const invented = (id: string, write: { tag: string; state: string; data?: string }): StoredRecord => ({
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
