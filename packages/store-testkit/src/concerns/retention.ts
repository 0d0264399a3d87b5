import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { listedIds, sweepAll } from "../paging.js";
import { always, aWrite, create, read, write } from "../writes.js";

const edgeRecords = 60;
/** See payload.ts; and two servers' clocks may differ. */
const slackMs = 5;

export const retentionChecks: readonly Check[] = [
  {
    requirement: "record-kept",
    title: "a record is there past its deadline, without end if none was named, and longer if a later write says so",
    async run({ store, pass, longMs }) {
      await create(store, "c:unnamed", { deadlineInMs: 10 });
      await create(store, "c:null", { deadlineInMs: 10, recordForMs: null });
      await create(store, "c:years", { deadlineInMs: 10, recordForMs: longMs * 4 + 60_000 });
      await create(store, "c:longer", { deadlineInMs: 10, recordForMs: 60_000 });
      await write(store, "c:longer", { recordForMs: longMs * 4 + 60_000 });
      await create(store, "c:until-told", { deadlineInMs: 10, recordForMs: 60_000 });
      await write(store, "c:until-told", { recordForMs: null });
      await pass(longMs);
      for (const id of ["c:unnamed", "c:null", "c:years", "c:longer", "c:until-told"]) {
        assert.ok(await store.get(id), `${id}: the record is gone`);
      }
    },
  },
  {
    requirement: "record-kept",
    title: "until a few milliseconds before the end of its retention a record is there",
    async run({ store, pass }) {
      await create(store, "c:clock");
      const ends = new Map<string, number>();
      for (let forMs = 0; forMs < edgeRecords; forMs += 1) {
        const { id, nowMs } = await create(store, `c:${forMs}`, { recordForMs: forMs });
        ends.set(id, nowMs + forMs);
      }
      await pass(edgeRecords / 2);
      for (const [id, endMs] of ends) {
        const record = await store.get(id);
        const leftMs = endMs - (await read(store, "c:clock")).nowMs;
        assert.ok(record || leftMs <= slackMs, `gone more than ${leftMs} ms before its end`);
      }
    },
  },
  {
    requirement: "record-ends",
    title: "from its end on a record is absent to get, swap and list, before and after a sweep",
    async run({ store, pass }) {
      const { tag } = await create(store, "c:1", { recordForMs: 20, listed: true });
      await create(store, "c:shorter", { recordForMs: 60_000, listed: true });
      const shorter = await write(store, "c:shorter", { recordForMs: 20, listed: true });
      await create(store, "c:once-without-end", { recordForMs: null, listed: true });
      const told = await write(store, "c:once-without-end", { recordForMs: 20, listed: true });
      await pass(20);
      for (const swept of [false, true]) {
        const when = swept ? "after a sweep" : "before a sweep";
        for (const [id, tagThen] of [
          ["c:1", tag],
          [shorter.id, shorter.tag],
          [told.id, told.tag],
        ] as const) {
          assert.equal(await store.get(id), null, `${id} is still there, ${when}`);
          const swap = await store.swap(id, tagThen, aWrite({ recordForMs: null }), always);
          assert.equal(swap.record, null, `a swap found ${id}, ${when}`);
        }
        assert.deepEqual(await listedIds(store, "c:"), [], `still listed, ${when}`);
        await sweepAll(store, 100);
      }
    },
  },
  {
    requirement: "record-ends",
    title: "a retention of zero ends at once",
    async run({ store, pass }) {
      await create(store, "c:1");
      await store.swap("c:1", (await store.get("c:1"))?.tag ?? "", aWrite({ recordForMs: 0, listed: true }), always);
      await pass(1);
      assert.equal(await store.get("c:1"), null);
      assert.deepEqual(await listedIds(store, "c:"), []);
    },
  },
];
