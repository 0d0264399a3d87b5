import { afterEach, expect, test, vi } from "vitest";
import { memoryStore } from "../src/index.js";
import { aFirstWrite, anyCondition, aWrite } from "./fixtures.js";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the default clock counts whole milliseconds since the epoch", async () => {
  const { record } = await memoryStore().insert("c:1", aFirstWrite());
  expect(Number.isInteger(record.nowMs)).toBe(true);
  expect(Math.abs(record.nowMs - Date.now())).toBeLessThan(60_000);
});

test("the default clock does not follow the wall clock back", async () => {
  const store = memoryStore();
  const { record } = await store.insert("c:1", aFirstWrite({ deadlineInMs: 0 }));
  vi.spyOn(Date, "now").mockReturnValue(0);
  const refused = await store.swap("c:1", "t1", aWrite(), { deadline: "open", history: "any" });
  expect(refused).toMatchObject({ ok: false, why: "deadline" });
  expect(refused.record?.nowMs).toBeGreaterThanOrEqual(record.nowMs);
});

test("a clock with fractions is read in whole milliseconds", async () => {
  const { record } = await memoryStore({ nowMs: () => 1_000.9 }).insert("c:1", aFirstWrite({ deadlineInMs: 10 }));
  expect(record).toMatchObject({ nowMs: 1_000, deadlineMs: 1_010 });
});

test("each call reads the clock exactly once", async () => {
  const nowMs = vi.fn(() => 5_000);
  const store = memoryStore({ nowMs });
  expect(nowMs).toHaveBeenCalledTimes(0);
  await store.insert("c:1", aFirstWrite({ listed: true }));
  await store.insert("c:1", aFirstWrite());
  await store.swap("c:1", "t1", aWrite({ listed: true }), anyCondition);
  await store.get("c:1");
  await store.list("c:", { limit: 10 });
  await store.sweep({ limit: 10 });
  expect(nowMs).toHaveBeenCalledTimes(6);
});

test("a store starts no timer and keeps nothing open", async () => {
  const before = process.getActiveResourcesInfo();
  const store = memoryStore();
  await store.insert("c:1", aFirstWrite({ recordForMs: 10 }));
  await store.sweep({ limit: 10 });
  expect(process.getActiveResourcesInfo()).toEqual(before);
});

test("a store names itself for messages", () => {
  expect(memoryStore().name).toBe("memory");
});

test("two stores share nothing", async () => {
  const [one, other] = [memoryStore(), memoryStore()];
  await one.insert("c:1", aFirstWrite({ listed: true }));
  expect(await other.get("c:1")).toBeNull();
  expect(await other.list("c:", { limit: 10 })).toEqual({ records: [] });
});
