import { expect, test } from "vitest";
import { aFirstWrite, aWrite, storeWithClock } from "./fixtures.js";

const contenders = Array.from({ length: 50 }, (_, number) => number);

test("of 50 concurrent inserts one creates, and 49 get its record", async () => {
  const { store } = storeWithClock();
  const inserts = await Promise.all(
    contenders.map((number) => store.insert("c:1", aFirstWrite({ tag: `t${number}`, body: `${number}` }))),
  );
  const winners = inserts.filter((insert) => insert.ok);
  expect(winners).toHaveLength(1);
  expect(inserts.filter((insert) => !insert.ok && insert.why === "taken")).toHaveLength(49);
  for (const insert of inserts) expect(insert.record).toEqual(winners[0]?.record);
});

test("of 50 concurrent swaps from one tag one wins, and 49 see what it wrote", async () => {
  const { store } = storeWithClock();
  await store.insert("c:1", aFirstWrite());
  const swaps = await Promise.all(
    contenders.map((number) =>
      store.swap("c:1", "t1", aWrite({ tag: `claim${number}`, data: `${number}` }), {
        deadline: "open",
        history: "same",
      }),
    ),
  );
  const winners = swaps.filter((swap) => swap.ok);
  expect(winners).toHaveLength(1);
  expect(swaps.filter((swap) => !swap.ok && swap.why === "tag")).toHaveLength(49);
  for (const swap of swaps) expect(swap.record).toEqual(winners[0]?.record);
  expect(await store.get("c:1")).toEqual(winners[0]?.record);
});

test("of 50 inserts over a record whose retention passed one creates", async () => {
  const { store, clock } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ recordForMs: 10 }));
  clock.ms += 10;
  const inserts = await Promise.all(
    contenders.map((number) => store.insert("c:1", aFirstWrite({ tag: `t${number}` }))),
  );
  expect(inserts.filter((insert) => insert.ok)).toHaveLength(1);
});

test("a read among concurrent swaps sees the record before or after, never half of one", async () => {
  const { store } = storeWithClock();
  await store.insert("c:1", aFirstWrite({ tag: "0", data: "0" }));
  const chain = async () => {
    for (const number of contenders) {
      const next = `${number + 1}`;
      await store.swap("c:1", `${number}`, aWrite({ tag: next, state: next, data: next }), {
        deadline: "any",
        history: "any",
      });
    }
  };
  const read = async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      const record = await store.get("c:1");
      expect(record?.data).toBe(record?.tag);
    }
  };
  await Promise.all([chain(), read(), chain(), read()]);
  expect(await store.get("c:1")).toMatchObject({ tag: "50", state: "50", data: "50" });
});
