import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { listedIds, sweepAll } from "../paging.js";
import { assertSame, verdict } from "../records.js";
import { aFirstWrite, always, aWrite, create, read } from "../writes.js";

export const insertChecks: readonly Check[] = [
  {
    requirement: "insert-creates",
    title: "an insert answers with the record as written, and a read finds it",
    async run({ store }) {
      const write = aFirstWrite({ state: '"s"', body: '"b"', data: '"d"', payloadForMs: 60_000, recordForMs: 90_000 });
      const insert = await store.insert("c:1", write);
      assert.ok(insert.ok, "the insert was refused");
      const { id, tag, state, body, data } = insert.record;
      assert.deepEqual(
        { id, tag, state, body, data },
        { id: "c:1", tag: write.tag, state: '"s"', body: '"b"', data: '"d"' },
      );
      assertSame(await store.get("c:1"), insert.record, "a read differs from the insert's answer");
    },
  },
  {
    requirement: "insert-taken",
    title: "a second insert is told `taken`, gets the standing record and writes nothing",
    async run({ store, pass }) {
      const standing = await create(store, "c:1", { listed: false });
      const over = {
        state: '"x"',
        body: '"x"',
        data: '"x"',
        deadlineInMs: 1,
        payloadForMs: 20,
        recordForMs: 20,
      };
      const second = await store.insert("c:1", aFirstWrite({ ...over, listed: true }));
      assert.equal(second.ok ? "ok" : second.why, "taken");
      assertSame(second.record, standing, "the loser did not get the standing record");
      assertSame(await store.get("c:1"), standing, "the loser wrote");
      assert.deepEqual(await listedIds(store, "c:"), [], "the loser listed the record");
      await pass(20);
      assertSame(await store.get("c:1"), standing, "the loser changed a retention");
    },
  },
  {
    requirement: "insert-after-end",
    title: "an insert onto a record whose retention ended creates one that inherits nothing from it",
    async run({ store, pass, longMs }) {
      await store.insert("c:1", aFirstWrite({ data: '"old"', payloadForMs: 10, recordForMs: 10, listed: true }));
      await pass(10);
      const insert = await store.insert(
        "c:1",
        aFirstWrite({ state: '"new"', body: '"new"', deadlineInMs: longMs * 4 }),
      );
      assert.ok(insert.ok, "a record whose retention ended still takes its place");
      const { state, body, data } = insert.record;
      assert.deepEqual({ state, body }, { state: '"new"', body: '"new"' });
      assert.notEqual(data, '"old"', "the new record inherited the old answer");
      assert.deepEqual(await listedIds(store, "c:"), [], "the new record inherited its place in the listing");
      await pass(longMs);
      await sweepAll(store, 100);
      assertSame(await store.get("c:1"), insert.record, "the new record inherited a retention");
    },
  },
  {
    requirement: "absent-is-absent",
    title: "a record that was never written is absent to get and to swap, and neither creates it",
    async run({ store }) {
      assert.equal(await store.get("c:1"), null);
      const swap = await store.swap("c:1", "t1", aWrite({ data: '"x"', deadlineInMs: 60_000, listed: true }), always);
      assert.equal(verdict(swap), "absent");
      assert.equal(swap.record, null);
      assert.equal(await store.get("c:1"), null, "a refused swap created the record");
      assert.deepEqual(await listedIds(store, "c:"), [], "a refused swap listed a record that is not there");
      await create(store, "c:2");
      assert.equal((await read(store, "c:2")).id, "c:2");
      assert.equal(await store.get("c:1"), null);
    },
  },
];
