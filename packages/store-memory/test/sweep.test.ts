import { expect, test } from "vitest";
import { aFirstWrite, anyCondition, aWrite, storeWithClock, sum, sweepAll } from "./fixtures.js";

const yearMs = 365 * 24 * 3_600_000;

test("a sweep of 100 000 ended records frees at most `limit` a call and leaves the others readable", async () => {
  const { store, clock } = storeWithClock();
  for (let number = 0; number < 100_000; number += 1) {
    await store.insert(`c:${number}`, aFirstWrite({ recordForMs: 1_000 + (number % 3) }));
    if (number % 100 === 0) await store.insert(`k:${number}`, aFirstWrite({ recordForMs: yearMs }));
  }
  clock.ms += 3_000;
  const freed = await sweepAll(store, 777);
  expect(Math.max(...freed)).toBe(777);
  expect(sum(freed)).toBe(100_000);
  expect(freed.length).toBeLessThanOrEqual(Math.ceil(100_000 / 777) + 1);
  for (let number = 0; number < 100_000; number += 100) {
    expect(await store.get(`k:${number}`)).toMatchObject({ body: '"params"' });
    expect(await store.get(`c:${number}`)).toBeNull();
  }
  expect(await store.sweep({ limit: 777 })).toEqual({ freed: 0, more: false });
});

test("a sweep answers `more` while something due is left, and frees nothing with a limit of zero", async () => {
  const { store, clock } = storeWithClock();
  for (let number = 0; number < 5; number += 1) await store.insert(`c:${number}`, aFirstWrite({ recordForMs: 0 }));
  clock.ms += 1_000;
  expect(await store.sweep({ limit: 0 })).toEqual({ freed: 0, more: true });
  expect(await store.sweep({ limit: 3 })).toEqual({ freed: 3, more: true });
  expect(await store.sweep({ limit: 3 })).toEqual({ freed: 2, more: false });
});

test("a second is swept when it is wholly in the past, so that nothing still kept is touched", async () => {
  const { store, clock } = storeWithClock();
  clock.ms = 50_000;
  await store.insert("c:1", aFirstWrite({ recordForMs: 0 }));
  await store.insert("c:2", aFirstWrite({ recordForMs: 999 }));
  clock.ms = 50_500;
  expect(await store.sweep({ limit: 10 })).toEqual({ freed: 0, more: false });
  expect(await store.get("c:2")).not.toBeNull();
  clock.ms = 51_000;
  expect(await store.sweep({ limit: 10 })).toEqual({ freed: 2, more: false });
});

test("one call's work is bounded though the clock jumps a year, and few calls make up for it", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:early", aFirstWrite({ recordForMs: 5_000 }));
  await store.insert("c:late", aFirstWrite({ recordForMs: yearMs - 5_000 }));
  clock.ms += yearMs;
  // Were the work not bounded, this call would find the late one too.
  expect(await store.sweep({ limit: 100 })).toEqual({ freed: 1, more: true });
  const freed = await sweepAll(store, 1_000);
  expect(sum(freed)).toBe(1);
  expect(freed.length).toBeLessThan(20);
});

test("after a jump, what becomes due next is swept in its own second", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:far", aFirstWrite({ recordForMs: 2 * yearMs }));
  clock.ms += yearMs;
  await sweepAll(store, 10_000);
  await store.insert("c:near", aFirstWrite({ recordForMs: 1_000 }));
  clock.ms += 2_000;
  expect(await sweepAll(store, 10_000)).toEqual([1]);
});

test("a store that stood empty has nothing to make up for", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 0 }));
  clock.ms += 1_000;
  await sweepAll(store, 10);
  clock.ms += yearMs;
  expect(await store.sweep({ limit: 1 })).toEqual({ freed: 0, more: false });
  await store.insert("c:2", aFirstWrite({ recordForMs: 0 }));
  clock.ms += 1_000;
  expect(await store.sweep({ limit: 1 })).toEqual({ freed: 1, more: false });
});

test("a record that was renewed many times is touched once", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 100_000 }));
  const renewals = [60_000, 40_000, 80_000, 20_000, 90_000, 50_000];
  for (let turn = 0; turn < 6_000; turn += 1) {
    await store.swap("c:1", "t1", aWrite({ tag: "t1", recordForMs: renewals[turn % 6] as number }), anyCondition);
  }
  clock.ms += 101_000;
  // One step a second, one for the record, and none for what the 6 000 renewals left behind.
  const freed = await sweepAll(store, 1);
  expect(sum(freed)).toBe(1);
  expect(freed.length).toBeLessThanOrEqual(102);
});

test("records of one second are freed each once, from whatever place among them others left", async () => {
  const { store, clock } = storeWithClock();
  for (const number of [0, 1, 2, 3, 4, 5, 6]) await store.insert(`c:${number}`, aFirstWrite({ recordForMs: 1_000 }));
  for (const number of [0, 3, 6]) {
    await store.swap(`c:${number}`, "t1", aWrite({ tag: "t1", recordForMs: null }), anyCondition);
  }
  clock.ms += 2_000;
  expect(await sweepAll(store, 100)).toEqual([4]);
  for (const number of [0, 3, 6]) {
    expect(await store.get(`c:${number}`)).not.toBeNull();
    await store.swap(`c:${number}`, "t1", aWrite({ tag: "t1", recordForMs: 0 }), anyCondition);
  }
  clock.ms += 1_000;
  expect(await sweepAll(store, 100)).toEqual([3]);
});
