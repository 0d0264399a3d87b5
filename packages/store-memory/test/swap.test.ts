import type { SwapCondition } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { aFirstWrite, anyCondition, aWrite, storeWithClock } from "./fixtures.js";

test("a swap replaces tag, state, data and deadline, and keeps the body", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite());
  clock.ms += 10;
  const swapped = await store.swap("c:1", "t1", aWrite({ data: '"answer"', deadlineInMs: 60_000 }), anyCondition);
  const record = {
    id: "c:1",
    tag: "t2",
    state: '"in_flight"',
    body: '"params"',
    data: '"answer"',
    deadlineMs: clock.ms + 60_000,
    nowMs: clock.ms,
    historyCurrent: true,
  };
  expect(swapped).toEqual({ ok: true, record });
  expect(await store.get("c:1")).toEqual(record);
});

test("what a write leaves out keeps what stands there", async () => {
  const { store, clock } = storeWithClock();
  await store.insert(
    "c:1",
    aFirstWrite({ data: '"answer"', deadlineInMs: 2_000, payloadForMs: 3_000, recordForMs: 5_000 }),
  );
  const deadlineMs = clock.ms + 2_000;
  clock.ms += 1_000;
  const { record } = await store.swap("c:1", "t1", aWrite(), anyCondition);
  expect(record).toMatchObject({ body: '"params"', data: '"answer"', deadlineMs });
  clock.ms += 1_999;
  expect(await store.get("c:1")).toMatchObject({ body: '"params"', data: '"answer"' });
  clock.ms += 1;
  expect(await store.get("c:1")).toMatchObject({ body: null, data: null });
  clock.ms += 1_999;
  expect(await store.get("c:1")).not.toBeNull();
  clock.ms += 1;
  expect(await store.get("c:1")).toBeNull();
});

describe("a refused swap writes nothing and returns the record that stands there", () => {
  const everything = { data: '"x"', deadlineInMs: 9, payloadForMs: 9, recordForMs: 9, listed: true };
  const cases: [why: string, tag: string, condition: SwapCondition][] = [
    ["tag", "t9", anyCondition],
    ["deadline", "t1", { deadline: "passed", history: "any" }],
    ["history", "t1", { deadline: "any", history: "changed" }],
  ];
  test.each(cases)("%s", async (why, tag, condition) => {
    const { store, clock } = storeWithClock();
    const { record } = await store.insert("c:1", aFirstWrite({ data: '"answer"' }));
    expect(await store.swap("c:1", tag, aWrite(everything), condition)).toEqual({ ok: false, why, record });
    expect(await store.get("c:1")).toEqual(record);
    expect((await store.list("c:", { limit: 10 })).records).toEqual([]);
    clock.ms += 60_000;
    expect(await store.sweep({ limit: 100 })).toEqual({ freed: 0, more: false });
    expect(await store.get("c:1")).toEqual({ ...record, nowMs: clock.ms });
  });
});

test("a swap of a record that was never written is refused as absent and creates none", async () => {
  const { store } = storeWithClock();
  expect(await store.swap("c:1", "t1", aWrite(), anyCondition)).toEqual({ ok: false, why: "absent", record: null });
  expect(await store.get("c:1")).toBeNull();
});

test("a swap of a record whose retention passed is refused as absent, before any sweep", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 1_000 }));
  clock.ms += 1_000;
  const refused = await store.swap("c:1", "t1", aWrite({ recordForMs: null }), anyCondition);
  expect(refused).toEqual({ ok: false, why: "absent", record: null });
  expect(await store.get("c:1")).toBeNull();
});

test("a deadline is open until the last millisecond before it, and passed from exactly then on", async () => {
  const { store, clock } = storeWithClock();
  const { record } = await store.insert("c:1", aFirstWrite({ deadlineInMs: 1_000 }));
  const attempt = async (deadline: SwapCondition["deadline"]) => {
    const swap = await store.swap("c:1", "t1", aWrite({ tag: "t1" }), { deadline, history: "any" });
    return swap.ok ? "ok" : swap.why;
  };
  clock.ms = record.deadlineMs - 1;
  expect([await attempt("open"), await attempt("passed"), await attempt("any")]).toEqual(["ok", "deadline", "ok"]);
  clock.ms = record.deadlineMs;
  expect([await attempt("open"), await attempt("passed"), await attempt("any")]).toEqual(["deadline", "ok", "ok"]);
  clock.ms = record.deadlineMs + 1;
  expect([await attempt("open"), await attempt("passed"), await attempt("any")]).toEqual(["deadline", "ok", "ok"]);
});

test("this store has one history: `same` always holds, `changed` never does", async () => {
  const { store } = storeWithClock();
  await store.insert("c:1", aFirstWrite());
  const same = await store.swap("c:1", "t1", aWrite(), { deadline: "any", history: "same" });
  expect(same).toMatchObject({ ok: true, record: { historyCurrent: true } });
  const changed = await store.swap("c:1", "t2", aWrite(), { deadline: "any", history: "changed" });
  expect(changed).toMatchObject({ ok: false, why: "history", record: { historyCurrent: true } });
});

test("of several reasons to refuse, the tag is told before the deadline and the deadline before the history", async () => {
  const { store } = storeWithClock();
  await store.insert("c:1", aFirstWrite());
  const neither: SwapCondition = { deadline: "passed", history: "changed" };
  expect(await store.swap("c:1", "t9", aWrite(), neither)).toMatchObject({ why: "tag" });
  expect(await store.swap("c:1", "t1", aWrite(), neither)).toMatchObject({ why: "deadline" });
});
