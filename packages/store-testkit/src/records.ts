import assert from "node:assert/strict";
import type { StoredRecord, Swap, SwapCondition } from "@holdpoint/tier2-core";

/** All of a record but the time of the answer. */
const lasting = ["id", "tag", "state", "body", "data", "deadlineMs", "historyCurrent"] as const;

const lastingOf = (record: StoredRecord | null) =>
  record && Object.fromEntries(lasting.map((member) => [member, record[member]]));

/** Two answers show the same record, at whatever times they were given. */
export function assertSame(actual: StoredRecord | null, expected: StoredRecord | null, message: string): void {
  // First the quick way: the races compare thousands.
  if (lasting.every((member) => actual?.[member] === expected?.[member])) return;
  assert.deepEqual(lastingOf(actual), lastingOf(expected), message);
}

const isPast = (record: StoredRecord): boolean => record.nowMs >= record.deadlineMs;

/** Does the record that a refused swap returned itself show the reason? Core decides again on it, so it must. */
export function showsReason(swap: Swap & { ok: false }, expectedTag: string, condition: SwapCondition): boolean {
  switch (swap.why) {
    case "absent":
      return swap.record === null;
    case "tag":
      return swap.record.tag !== expectedTag;
    case "deadline":
      return condition.deadline === (isPast(swap.record) ? "open" : "passed");
    case "history":
      return condition.history === (swap.record.historyCurrent ? "changed" : "same");
  }
}

/** What a swap answered, in one word. */
export const verdict = (swap: Swap): "ok" | "absent" | "tag" | "deadline" | "history" => (swap.ok ? "ok" : swap.why);
