import assert from "node:assert/strict";
import type { Store, StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { listedIds, sweepAll } from "../paging.js";
import { assertSame, showsReason, verdict } from "../records.js";
import { always, aWrite, create } from "../writes.js";

interface Attempt extends SwapCondition {
  readonly tag: string;
}

/** A record whose deadline is ahead and whose history is the present one; and what is refused on it, for one reason each. */
const standing = { tag: "tag", deadlineInMs: 300_000, data: '"answer"' };
const byTag: Attempt = { ...always, tag: "other" };
const byHistory: Attempt = { ...always, tag: "tag", history: "changed" };
const byDeadline: Attempt = { ...always, tag: "tag", deadline: "passed" };

const reasons = { tag: byTag, deadline: byDeadline, history: byHistory };

/** The reason that comes first, what fails for it alone, and what fails for a later one too. */
const orders: readonly { first: string; alone: Attempt; both: Attempt }[] = [
  { first: "tag", alone: byTag, both: { ...byHistory, tag: "other" } },
  { first: "tag", alone: byTag, both: { ...byDeadline, tag: "other" } },
  { first: "deadline", alone: byDeadline, both: { ...byDeadline, history: "changed" } },
];

const soonMs = 20;

const attempt = (store: Store, id: string, { tag, ...condition }: Attempt, write: Partial<Write> = {}) =>
  store.swap(id, tag, aWrite(write), condition);

export const refusalChecks: readonly Check[] = [
  {
    requirement: "refusal-writes-nothing",
    title: "a swap refused for its tag, its deadline or its history leaves record, retentions and listing as they were",
    async run({ store, pass }) {
      const everything = { data: '"x"', deadlineInMs: 1, payloadForMs: soonMs, recordForMs: soonMs, listed: true };
      const before = new Map<string, StoredRecord>();
      for (const [why, refused] of Object.entries(reasons)) {
        const record = await create(store, `c:${why}`, standing);
        if ((await attempt(store, record.id, refused, everything)).ok) continue; // that breaks another requirement
        before.set(record.id, record);
        assertSame(await store.get(record.id), record, `a swap refused with "${why}" wrote`);
      }
      const listed = await listedIds(store, "c:");
      await pass(soonMs);
      await sweepAll(store, 100);
      for (const [id, record] of before) {
        assert.ok(!listed.includes(id), `the refused swap of ${id} listed it`);
        assertSame(await store.get(id), record, `the refused swap of ${id} changed a retention`);
      }
    },
  },
  {
    requirement: "refusal-shows-standing",
    title: "a refused swap answers with the record that stands, and that record shows the reason",
    async run({ store }) {
      for (const [why, refused] of Object.entries(reasons)) {
        const before = await create(store, `c:${why}`, standing);
        const swap = await attempt(store, `c:${why}`, refused);
        if (swap.ok) continue;
        assertSame(swap.record, before, "the refusal shows another record than the one that stands");
        assert.ok(showsReason(swap, refused.tag, refused), `told "${swap.why}", and its own record does not show it`);
      }
    },
  },
  {
    requirement: "refusal-reason",
    title: "of several reasons the tag is told before the deadline, and the deadline before the history",
    async run({ store }) {
      for (const [number, { first, alone, both }] of orders.entries()) {
        const id = `c:${number}`;
        await create(store, id, standing);
        const told = verdict(await attempt(store, id, both));
        // Where the first reason alone does not refuse, that breaks another requirement, and no order can be seen.
        if (told === first || verdict(await attempt(store, id, alone)) !== first) continue;
        assert.fail(`told "${told}", where "${first}" comes first`);
      }
    },
  },
];
