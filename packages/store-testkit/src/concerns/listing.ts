import assert from "node:assert/strict";
import type { Store } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { listAll, listedIds } from "../paging.js";
import { assertSame } from "../records.js";
import { create, read, write } from "../writes.js";

const records = 60;
const idOf = (number: number) => `c:${String(number).padStart(3, "0")}`;

async function createListed(store: Store): Promise<string[]> {
  const ids = Array.from({ length: records }, (_, number) => idOf(number));
  for (const [number, id] of ids.entries()) await create(store, id, { listed: true, deadlineInMs: 60_000 + number });
  return ids;
}

const missing = (ids: readonly string[], seen: readonly { id: string }[]) => {
  const seenIds = new Set(seen.map(({ id }) => id));
  return ids.filter((id) => !seenIds.has(id));
};

export const listingChecks: readonly Check[] = [
  {
    requirement: "list-names",
    title: "a listing shows the listed records of its kind as a read does, and no others",
    async run({ store }) {
      await create(store, "c:1", { listed: true, data: '"d"' });
      await create(store, "c:2", { listed: false });
      await create(store, "cc:3", { listed: true });
      await create(store, "a:c:4", { listed: true });
      assert.deepEqual(await listedIds(store, "c:"), ["c:1"]);
      assert.deepEqual(await listedIds(store, "cc:"), ["cc:3"]);
      assert.deepEqual(await listedIds(store, "a:"), ["a:c:4"], "a kind ends at the first colon");
      assert.deepEqual(await listedIds(store, "x:"), []);
      const [listed] = (await store.list("c:", { limit: 10 })).records;
      assertSame(listed ?? null, await read(store, "c:1"), "a listing shows another record than a read");
    },
  },
  {
    requirement: "list-names",
    title: "each write lists or unlists, and listing twice does not take two to unlist",
    async run({ store }) {
      await create(store, "c:1", { listed: false });
      for (const [listed, ids] of [
        [true, ["c:1"]],
        [true, ["c:1"]],
        [false, []],
        [false, []],
        [true, ["c:1"]],
      ] as const) {
        await write(store, "c:1", { listed });
        assert.deepEqual(await listedIds(store, "c:"), ids, `after listed: ${listed}`);
      }
    },
  },
  {
    requirement: "list-names",
    title: "no character of a kind is a wildcard",
    async run({ store }) {
      for (const id of ["ab:1", "a_:1", "a%:1", "a*:1", "a?:1", "a[b]:1", "a\\:1"])
        await create(store, id, { listed: true });
      for (const kind of ["a_:", "a%:", "a*:", "a?:", "a[b]:", "a\\:"]) {
        assert.deepEqual(await listedIds(store, kind), [`${kind}1`]);
      }
    },
  },
  {
    requirement: "list-omits-none",
    title: "pages of any size together name every listed record",
    async run({ store }) {
      const ids = await createListed(store);
      for (const limit of [1, 7, records, 1_000]) {
        assert.deepEqual(missing(ids, (await listAll(store, "c:", limit)).records), [], `pages of ${limit}`);
      }
    },
  },
  {
    requirement: "list-omits-none",
    title: "a reader who unlists whatever it is shown, as a janitor does, is shown every record",
    async run({ store }) {
      const ids = await createListed(store);
      const { records: seen } = await listAll(store, "c:", 7, async (page) => {
        for (const { id } of page.records) await write(store, id, { listed: false });
      });
      assert.deepEqual(missing(ids, seen), []);
    },
  },
  {
    requirement: "list-omits-none",
    title:
      "renewals with earlier and later deadlines, and comings and goings of others, hide no record that stays listed",
    async run({ store }) {
      const ids = await createListed(store);
      let turn = 0;
      const { records: seen } = await listAll(store, "c:", 7, async () => {
        turn += 1;
        for (const number of [turn, records - turn, records / 2]) {
          await write(store, idOf(Math.abs(number) % records), {
            listed: true,
            deadlineInMs: turn % 2 ? 1_000 : 600_000,
          });
        }
        await write(store, await create(store, `c:0-${turn}`, { listed: true }).then(({ id }) => id), {
          listed: turn % 2 === 0,
        });
      });
      assert.deepEqual(missing(ids, seen), []);
    },
  },
  {
    requirement: "list-pages",
    title: "no page is longer than asked for, and the last has no cursor",
    async run({ store }) {
      await createListed(store);
      for (const limit of [1, 7, records]) {
        const { pages, ended } = await listAll(store, "c:", limit);
        assert.ok(ended, `pages of ${limit} have no end`);
        assert.ok(
          pages.every((page) => page.records.length <= limit),
          `a page of ${limit} is longer`,
        );
      }
    },
  },
];
