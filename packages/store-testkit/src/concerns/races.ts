import assert from "node:assert/strict";
import type { StoredRecord, SwapCondition } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { assertSame, showsReason } from "../records.js";
import { aFirstWrite, always, aWrite, create, read, write } from "../writes.js";

const contenders = 50;
const rounds = 20;
const tokens = 200;
const workers = 16;
const steps = 50;

const consume: SwapCondition = { deadline: "open", history: "same" };

const all = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => work(number)));

export const raceChecks: readonly Check[] = [
  {
    requirement: "insert-once",
    title: `of ${contenders} concurrent inserts one creates and the others get its record, ${rounds} times over`,
    async run({ store }) {
      for (let round = 0; round < rounds; round += 1) {
        const inserts = await all(contenders, (number) =>
          store.insert(`c:${round}`, aFirstWrite({ body: `${number}` })),
        );
        const created = inserts.filter(({ ok }) => ok);
        assert.equal(created.length, 1, "so many inserts created the record");
        for (const { record } of inserts) assertSame(record, created[0]?.record ?? null, "a loser got another record");
      }
    },
  },
  {
    requirement: "insert-once",
    title: `of ${contenders} concurrent inserts onto a record whose retention ended one creates`,
    async run({ store, pass }) {
      for (let round = 0; round < rounds; round += 1) await create(store, `c:${round}`, { recordForMs: 10 });
      await pass(10);
      for (let round = 0; round < rounds; round += 1) {
        const inserts = await all(contenders, () => store.insert(`c:${round}`, aFirstWrite()));
        const created = inserts.filter(({ ok }) => ok).length;
        assert.ok(created <= 1, `${created} inserts created the record`);
      }
    },
  },
  {
    requirement: "swap-once",
    title: `of ${contenders} concurrent swaps from one tag one is accepted, ${rounds} times over`,
    async run({ store }) {
      for (let round = 0; round < rounds; round += 1) {
        const { id, tag } = await create(store, `c:${round}`);
        const swaps = await all(contenders, () => store.swap(id, tag, aWrite({ data: '"claimed"' }), consume));
        const accepted = swaps.filter(({ ok }) => ok).length;
        // If a swap from the old tag is accepted long after the race too, that breaks another requirement.
        if (accepted > 1 && (await store.swap(id, tag, aWrite(), always)).ok) return;
        assert.equal(accepted, 1, "so many swaps were accepted");
      }
    },
  },
  {
    requirement: "refusal-shows-standing",
    title: `${workers} workers claim ${tokens} tokens: each loser sees the winner's record, and none a stale one`,
    async run({ store }) {
      const created = await all(tokens, (number) => create(store, `c:${number}`));
      const swaps = await all(workers, (worker) =>
        inTurn(created, async ({ id, tag }) => {
          const swap = await store.swap(id, tag, aWrite({ state: `"${worker}"` }), consume);
          assert.ok(
            swap.ok || showsReason(swap, tag, consume),
            `a loser of "${id}" was shown a record that does not say why`,
          );
          return swap;
        }),
      );
      for (const [number, { id }] of created.entries()) {
        const winners = swaps.flatMap((ofWorker) => (ofWorker[number]?.ok ? [ofWorker[number].record] : []));
        if (winners.length !== 1) continue; // that breaks another requirement
        for (const ofWorker of swaps) {
          assertSame(
            ofWorker[number]?.record ?? null,
            winners[0] as StoredRecord,
            `a loser of "${id}" did not see its winner`,
          );
        }
      }
    },
  },
  {
    requirement: "record-whole",
    title: "reads and refusals among concurrent swaps see a record before or after each, never half of one",
    async run({ store }) {
      await create(store, "c:1");
      for (const tag of ["start", "0"]) await write(store, "c:1", { tag, state: tag, data: tag });
      const isWhole = ({ tag, state, data }: StoredRecord) => state === tag && data === tag;
      const assertWhole = (record: StoredRecord | null, where: string) =>
        assert.ok(record === null || isWhole(record), `${where} shows ${JSON.stringify(record)}`);
      if (!isWhole(await read(store, "c:1"))) return; // that breaks another requirement
      const climb = async () => {
        for (let step = 1; step <= steps; step += 1) {
          const [from, to] = [`${step - 1}`, `${step}`];
          const swap = await store.swap("c:1", from, aWrite({ tag: to, state: to, data: to }), always);
          assertWhole(swap.record, swap.ok ? "an accepted swap" : "a refused swap");
        }
      };
      const watch = async () => {
        for (let turn = 0; turn < steps * 2; turn += 1) assertWhole(await read(store, "c:1"), "a read");
      };
      await Promise.all([climb(), watch(), climb(), watch()]);
    },
  },
];

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
