import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { sweepAll } from "../paging.js";
import { aFirstWrite, always, aWrite, create, read, write } from "../writes.js";

const texts = { body: '"b"', data: '"d"' };
const gone = { body: null, data: null };
const edgeRecords = 60;
/** Retentions, unlike deadlines, may end a moment earlier: a store may leave them to the timers of its server. */
const slackMs = 5;

export const payloadChecks: readonly Check[] = [
  {
    requirement: "payload-kept",
    title: "body and data are there past the deadline, without end if none was named, and longer if a write says so",
    async run({ store, pass, longMs }) {
      const first = { body: texts.body, deadlineInMs: 10 };
      const longerMs = longMs * 4 + 60_000;
      await create(store, "c:unnamed", first);
      await create(store, "c:null", { ...first, payloadForMs: null });
      await create(store, "c:years", { ...first, payloadForMs: longerMs });
      for (const id of ["c:longer", "c:until-told"]) await create(store, id, { ...first, payloadForMs: 60_000 });
      await write(store, "c:longer", { data: texts.data, payloadForMs: longerMs });
      await write(store, "c:until-told", { data: texts.data, payloadForMs: null });
      await pass(longMs);
      await sweepAll(store, 100);
      for (const id of ["c:unnamed", "c:null", "c:years", "c:longer", "c:until-told"]) {
        const record = await store.get(id);
        if (!record) continue; // that breaks another requirement
        assert.equal(record.body, texts.body, `the body of ${id}`);
        if (id === "c:longer" || id === "c:until-told") assert.equal(record.data, texts.data, `the answer of ${id}`);
      }
    },
  },
  {
    requirement: "payload-kept",
    title: "until a few milliseconds before the end of its retention a payload is there",
    async run({ store, pass }) {
      const ends = new Map<string, number>();
      for (let forMs = 0; forMs < edgeRecords; forMs += 1) {
        const { id, nowMs } = await create(store, `c:${forMs}`, { payloadForMs: forMs });
        ends.set(id, nowMs + forMs);
      }
      await pass(edgeRecords / 2);
      for (const [id, endMs] of ends) {
        const record = await store.get(id);
        const leftMs = record ? endMs - record.nowMs : 0;
        if (record && leftMs > slackMs) assert.equal(record.body, '"params"', `${leftMs} ms before its end`);
      }
    },
  },
  {
    requirement: "payload-ends",
    title:
      "from its end on the payload is null in every answer, before and after a sweep; the rest of the record stands",
    async run({ store, pass }) {
      const { tag, state, deadlineMs } = await create(store, "c:1", { ...texts, payloadForMs: 20 });
      await create(store, "c:shorter", { ...texts, payloadForMs: 60_000 });
      await write(store, "c:shorter", { payloadForMs: 20 });
      await pass(20);
      const ended = await read(store, "c:1");
      assert.deepEqual(
        { tag: ended.tag, state: ended.state, deadlineMs: ended.deadlineMs },
        { tag, state, deadlineMs },
      );
      for (const when of ["before a sweep", "after a sweep"]) {
        if (!(await store.get("c:1"))) return; // that breaks another requirement
        const answers = [await store.get("c:1"), await store.get("c:shorter")];
        answers.push((await store.insert("c:1", aFirstWrite())).record);
        answers.push((await store.swap("c:1", "other", aWrite(), always)).record);
        for (const record of answers) {
          if (record) assert.deepEqual({ body: record.body, data: record.data }, gone, when);
        }
        await sweepAll(store, 100);
      }
    },
  },
  {
    requirement: "payload-stays-gone",
    title: "a longer retention does not bring a payload back, swept or not; an answer written with it is kept",
    async run({ store, pass }) {
      for (const id of ["c:1", "c:2"]) await create(store, id, { ...texts, payloadForMs: 10, recordForMs: null });
      await pass(10);
      for (const id of ["c:1", "c:2"]) {
        if (!(await store.get(id))) continue; // that breaks another requirement
        const late = await write(store, id, { payloadForMs: null });
        assert.ok(late.body !== texts.body && late.data !== texts.data, "a longer retention brought the payload back");
        const answered = await write(store, id, { data: '"late"', payloadForMs: 60_000 });
        assert.ok(answered.body !== texts.body, "an answer brought the body back");
        assert.equal((await read(store, id)).data, '"late"', "an answer with a retention of its own was not kept");
        await sweepAll(store, 100);
      }
    },
  },
];
