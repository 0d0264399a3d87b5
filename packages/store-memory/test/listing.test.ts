import type { Store } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { aFirstWrite, anyCondition, aWrite, listAll, storeWithClock } from "./fixtures.js";

const ids = (records: readonly { id: string }[]): string[] => records.map((record) => record.id);

async function insertListed(store: Store, count: number, kind = "c:"): Promise<string[]> {
  const inserted = Array.from({ length: count }, (_, number) => `${kind}${number}`);
  for (const id of inserted) await store.insert(id, aFirstWrite({ listed: true }));
  return inserted;
}

const setListed = (store: Store, id: string, listed: boolean) =>
  store.swap(id, "t1", aWrite({ tag: "t1", listed }), anyCondition);

test("whatever comes and goes between the pages, a record that stays listed is seen", async () => {
  const churn = fc.record({ number: fc.nat({ max: 599 }), listed: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat({ max: 599 }), { minLength: 1, maxLength: 40 }),
      fc.array(fc.array(churn, { maxLength: 40 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 100 }),
      async (stayNumbers, rounds, limit) => {
        const { store } = storeWithClock();
        await insertListed(store, 600);
        const stay = new Set(stayNumbers.map((number) => `c:${number}`));
        const left = [...rounds];
        const seen = await listAll(store, "c:", limit, async () => {
          for (const { number, listed } of left.shift() ?? []) {
            if (!stay.has(`c:${number}`)) await setListed(store, `c:${number}`, listed);
          }
        });
        const seenIds = new Set(ids(seen));
        for (const id of stay) expect(seenIds).toContain(id);
      },
    ),
    { numRuns: 50 },
  );
});

test("a page's work is bounded even where many records have ended and none was swept", async () => {
  const { store, clock } = storeWithClock();
  for (let number = 0; number < 1_000; number += 1) {
    await store.insert(`c:${number}`, aFirstWrite({ listed: true, recordForMs: 1_000 }));
  }
  await store.insert("c:last", aFirstWrite({ listed: true }));
  clock.ms += 1_000;
  const first = await store.list("c:", { limit: 10 });
  expect(first.records).toEqual([]);
  expect(first.cursor).toBeDefined();
  expect(ids(await listAll(store, "c:", 10))).toEqual(["c:last"]);
});

test("a late page does not walk through all that stands before it", async () => {
  const { store } = storeWithClock();
  await insertListed(store, 10_000);
  const { cursor } = await store.list("c:", { limit: 9_990 });
  const walks = vi.spyOn(Map.prototype, Symbol.iterator);
  const page = await store.list("c:", { limit: 10, cursor: cursor as string });
  const walked = walks.mock.calls.length;
  walks.mockRestore();
  expect(page.records).toHaveLength(10);
  expect(walked).toBeLessThanOrEqual(3);
});

test("a swept record leaves the listing", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ listed: true, recordForMs: 1_000 }));
  clock.ms += 2_000;
  await store.sweep({ limit: 10 });
  // Had it kept its place, a first page of one would still have to look at it.
  await store.insert("c:2", aFirstWrite({ listed: true }));
  expect(ids((await store.list("c:", { limit: 1 })).records)).toEqual(["c:2"]);
});
