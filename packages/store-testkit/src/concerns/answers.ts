import assert from "node:assert/strict";
import type { StoredRecord } from "@holdpoint/tier2-core";
import type { Bench } from "../bench.js";
import type { Check } from "../check.js";
import { aFirstWrite, always, aWrite, create, read, write } from "../writes.js";

const isText = (value: unknown) => typeof value === "string";
const isTextOrNull = (value: unknown) => value === null || isText(value);

const members: { readonly [M in keyof StoredRecord]: (value: unknown) => boolean } = {
  id: isText,
  tag: isText,
  state: isText,
  body: isTextOrNull,
  data: isTextOrNull,
  deadlineMs: Number.isSafeInteger,
  nowMs: Number.isSafeInteger,
  historyCurrent: (value) => typeof value === "boolean",
};

function assertShape(record: StoredRecord, where: string): void {
  for (const [member, isRight] of Object.entries(members)) {
    const value = record[member as keyof StoredRecord];
    assert.ok(isRight(value), `${where}: ${member} is ${typeof value} ${String(value)}`);
  }
}

/** One record of every kind of answer. */
async function everyAnswer({ store }: Bench): Promise<ReadonlyMap<string, StoredRecord>> {
  const first = aFirstWrite({ listed: true });
  const inserted = await store.insert("c:1", first);
  const answers = new Map([["an insert", inserted.record]]);
  const keep = (where: string, record: StoredRecord | null | undefined) => record && answers.set(where, record);
  keep("a read", await store.get("c:1"));
  keep("an insert that is taken", (await store.insert("c:1", aFirstWrite())).record);
  keep("a refused swap", (await store.swap("c:1", "other", aWrite(), always)).record);
  keep("a page", (await store.list("c:", { limit: 10 })).records[0]);
  keep("an accepted swap", (await store.swap("c:1", first.tag, aWrite(), always)).record);
  return answers;
}

export const answerChecks: readonly Check[] = [
  {
    requirement: "answer-shape",
    title: "the records of every kind of answer have all members, of their types",
    async run(bench) {
      for (const [where, record] of await everyAnswer(bench)) assertShape(record, where);
      await create(bench.store, "c:ended", { payloadForMs: 10, recordForMs: null });
      await bench.pass(11);
      assertShape(await read(bench.store, "c:ended"), "a record without its payload");
    },
  },
  {
    requirement: "answer-is-a-copy",
    title: "a record that was answered stays as it is, whatever is written later",
    async run({ store }) {
      const created = await create(store, "c:1");
      const before = { ...created };
      const seen = await read(store, "c:1");
      const seenBefore = { ...seen };
      await write(store, "c:1", { state: '"later"', data: '"later"', deadlineInMs: 1 });
      assert.deepEqual(created, before, "the insert's answer changed");
      assert.deepEqual(seen, seenBefore, "the read's answer changed");
    },
  },
  {
    requirement: "answer-is-a-copy",
    title: "what a caller does to any answer never reaches the store",
    async run(bench) {
      for (const [where, record] of await everyAnswer(bench)) {
        if (!Object.isFrozen(record)) Object.assign(record, { state: '"forged"', body: '"forged"' });
        const { state, body } = await read(bench.store, "c:1");
        assert.ok(state !== '"forged"' && body !== '"forged"', `${where} let the caller into the store`);
      }
    },
  },
];
