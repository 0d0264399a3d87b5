import assert from "node:assert/strict";
import type { StoredRecord } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { listedIds, sweepAll } from "../paging.js";
import { assertSame } from "../records.js";
import { create, write } from "../writes.js";

const ended = 30;

const payloadOf = (record: StoredRecord | null | undefined) => ({
  body: record?.body ?? null,
  data: record?.data ?? null,
});

export const sweepChecks: readonly Check[] = [
  {
    requirement: "sweep-spares",
    title: "what is unsettled, and whatever else is still kept, reads after a sweep as before it, and stays listed",
    async run({ store, pass, longMs }) {
      await create(store, "c:unsettled", { deadlineInMs: 10, payloadForMs: 60_000, recordForMs: 60_000 });
      await write(store, "c:unsettled", { deadlineInMs: 10, payloadForMs: null, recordForMs: null, listed: true });
      await create(store, "c:unnamed", { deadlineInMs: 10 });
      await create(store, "c:tombstone", {
        deadlineInMs: 10,
        data: '"d"',
        payloadForMs: 10,
        recordForMs: longMs * 4 + 60_000,
      });
      await create(store, "c:payload", { deadlineInMs: 10, data: '"d"', payloadForMs: longMs * 4 + 60_000 });
      await create(store, "c:ended", { deadlineInMs: 10, recordForMs: 10, listed: true });
      await pass(longMs);
      const ids = ["c:unsettled", "c:unnamed", "c:tombstone", "c:payload"];
      const before = await Promise.all(ids.map((id) => store.get(id)));
      await sweepAll(store, 100);
      for (const [number, id] of ids.entries()) {
        const after = await store.get(id);
        const isTombstone = after !== null && id === "c:tombstone";
        // What becomes of a payload that ended is another requirement's.
        assertSame(isTombstone ? { ...after, ...payloadOf(before[number]) } : after, before[number] ?? null, id);
      }
      const listed = (await listedIds(store, "c:")).includes("c:unsettled");
      assert.equal(listed, before[0] !== null, "what is unsettled is no longer listed");
    },
  },
  {
    requirement: "sweep-ends",
    title: "sweeps free at most `limit` each, and come to an end",
    async run({ store, pass, longMs }) {
      for (let number = 0; number < ended; number += 1)
        await create(store, `c:${number}`, { recordForMs: 10, listed: true });
      await create(store, "c:unsettled", { deadlineInMs: 10, listed: true });
      await pass(longMs);
      const sweeps = await sweepAll(store, 7);
      assert.ok(sweeps.ended, "there is always more");
      for (const freed of sweeps.freed)
        assert.ok(Number.isInteger(freed) && freed >= 0 && freed <= 7, `one freed ${freed}`);
      const { freed, more } = await store.sweep({ limit: 7 });
      assert.deepEqual({ freed, more }, { freed: 0, more: false }, "a sweep with nothing left to do");
    },
  },
];
