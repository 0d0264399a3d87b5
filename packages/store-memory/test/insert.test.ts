import { expect, test } from "vitest";
import { aFirstWrite, anyCondition, aWrite, storeWithClock } from "./fixtures.js";

test("an insert answers with the record it created, on the store's clock", async () => {
  const { store, clock } = storeWithClock();
  const inserted = await store.insert("c:1", aFirstWrite({ data: '"early"', deadlineInMs: 5_000 }));
  expect(inserted).toEqual({
    ok: true,
    record: {
      id: "c:1",
      tag: "t1",
      state: '"pending"',
      body: '"params"',
      data: '"early"',
      deadlineMs: clock.ms + 5_000,
      nowMs: clock.ms,
      historyCurrent: true,
    },
  });
});

test("a record without an answer has null data", async () => {
  const { store } = storeWithClock();
  const { record } = await store.insert("c:1", aFirstWrite());
  expect(record.data).toBeNull();
});

test("a second insert is told `taken`, gets the standing record and writes nothing", async () => {
  const { store } = storeWithClock();
  const { record } = await store.insert("c:1", aFirstWrite());
  const second = await store.insert(
    "c:1",
    aFirstWrite({
      tag: "t9",
      state: '"x"',
      body: '"other"',
      data: '"x"',
      deadlineInMs: 1,
      recordForMs: 1,
      listed: true,
    }),
  );
  expect(second).toEqual({ ok: false, why: "taken", record });
  expect(await store.get("c:1")).toEqual(record);
  expect((await store.list("c:", { limit: 10 })).records).toEqual([]);
});

test("a loser's record carries the time of its own answer", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite());
  clock.ms += 7;
  expect((await store.insert("c:1", aFirstWrite())).record.nowMs).toBe(clock.ms);
  expect((await store.get("c:1"))?.nowMs).toBe(clock.ms);
});

test("an insert over a record whose retention passed creates, before any sweep", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 1_000, data: '"old"', listed: true }));
  clock.ms += 999;
  expect((await store.insert("c:1", aFirstWrite())).ok).toBe(false);
  clock.ms += 1;
  const again = await store.insert("c:1", aFirstWrite({ tag: "t5", body: '"new"', recordForMs: null }));
  expect(again).toMatchObject({ ok: true, record: { tag: "t5", body: '"new"', data: null } });
  expect((await store.list("c:", { limit: 10 })).records).toEqual([]);
  // What the old record had due must not hit the new one.
  clock.ms += 10_000;
  expect(await store.sweep({ limit: 100 })).toEqual({ freed: 0, more: false });
  expect(await store.get("c:1")).toMatchObject({ tag: "t5", body: '"new"' });
});

test("what a caller does to a returned record never reaches the store", async () => {
  const { store } = storeWithClock();
  const { record } = await store.insert("c:1", aFirstWrite());
  Object.assign(record, { tag: "stolen", body: null });
  const read = await store.get("c:1");
  expect(read).toMatchObject({ tag: "t1", body: '"params"' });
  expect(await store.get("c:1")).not.toBe(read);
  expect((await store.swap("c:1", "t1", aWrite(), anyCondition)).ok).toBe(true);
});

test("a record that was never written is absent", async () => {
  const { store } = storeWithClock();
  expect(await store.get("c:1")).toBeNull();
});
