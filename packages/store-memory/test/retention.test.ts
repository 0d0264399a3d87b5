import { expect, test } from "vitest";
import { aFirstWrite, anyCondition, aWrite, storeWithClock, sweepAll } from "./fixtures.js";

const yearMs = 365 * 24 * 3_600_000;

test("a payload reads as null from exactly the end of its retention, swept or not", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ data: '"answer"', payloadForMs: 1_000 }));
  clock.ms += 999;
  expect(await store.get("c:1")).toMatchObject({ body: '"params"', data: '"answer"' });
  clock.ms += 1;
  const tombstone = { tag: "t1", state: '"pending"', body: null, data: null };
  expect(await store.get("c:1")).toMatchObject(tombstone);
  expect(await store.insert("c:1", aFirstWrite())).toMatchObject({ why: "taken", record: tombstone });
  expect(await store.swap("c:1", "t9", aWrite(), anyCondition)).toMatchObject({ why: "tag", record: tombstone });
  clock.ms += 1_000;
  expect(await store.sweep({ limit: 10 })).toEqual({ freed: 1, more: false });
  expect(await store.get("c:1")).toMatchObject(tombstone);
});

test("a record is absent from exactly the end of its retention, swept or not", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 1_000, listed: true }));
  clock.ms += 999;
  expect(await store.get("c:1")).not.toBeNull();
  expect((await store.list("c:", { limit: 10 })).records).toHaveLength(1);
  clock.ms += 1;
  expect(await store.get("c:1")).toBeNull();
  expect((await store.list("c:", { limit: 10 })).records).toEqual([]);
  clock.ms += 1_000;
  expect(await store.sweep({ limit: 10 })).toEqual({ freed: 1, more: false });
  expect(await store.get("c:1")).toBeNull();
});

test("a payload is freed first and its record later", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ payloadForMs: 10_000, recordForMs: 60_000 }));
  clock.ms += 11_000;
  expect(await sweepAll(store, 100)).toEqual([1]);
  expect(await store.get("c:1")).toMatchObject({ body: null });
  clock.ms += 48_000;
  expect(await sweepAll(store, 100)).toEqual([0]);
  clock.ms += 2_000;
  expect(await sweepAll(store, 100)).toEqual([1]);
  expect(await store.get("c:1")).toBeNull();
});

test("an answer written under a payload retention that had ended is not readable, and is freed", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ payloadForMs: 1_000 }));
  clock.ms += 60_000;
  await store.insert("c:2", aFirstWrite({ payloadForMs: yearMs }));
  expect(await sweepAll(store, 1_000)).toEqual([1]);
  const late = await store.swap("c:1", "t1", aWrite({ data: '"late"' }), anyCondition);
  expect(late.record).toMatchObject({ body: null, data: null });
  clock.ms += 1_000;
  expect(await sweepAll(store, 1_000)).toEqual([1]);
});

test("a shorter retention is swept when it is due, not when the longer one was", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: yearMs }));
  await store.swap("c:1", "t1", aWrite({ recordForMs: 1_000 }), anyCondition);
  clock.ms += 2_000;
  expect(await sweepAll(store, 1_000)).toEqual([1]);
  expect((await store.insert("c:1", aFirstWrite())).ok).toBe(true);
});
