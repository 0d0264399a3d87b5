import assert from "node:assert/strict";
import type { Bench } from "../bench.js";
import type { Check } from "../check.js";
import { assertSame, verdict } from "../records.js";
import { always, aWrite, create, read, trySwap, write } from "../writes.js";

/** False if a swap was not accepted in time. */
async function comparedWithTwins({ store, pass }: Bench, forMs: number): Promise<boolean> {
  const retentions = { payload: { payloadForMs: forMs, recordForMs: null }, record: { recordForMs: forMs }, none: {} };
  const ids = Object.keys(retentions).map((which) => `c:${which}-${forMs}`);
  for (const [index, retention] of Object.values(retentions).entries()) {
    const { nowMs } = await create(store, `${ids[index]}`, retention);
    await create(store, `${ids[index]}-twin`, retention);
    const swap = await trySwap(store, `${ids[index]}`);
    if (!swap.ok || swap.record.nowMs >= nowMs + forMs) return false;
  }
  await pass(forMs + 20);
  for (const id of ids) {
    const [swapped, twin] = [await store.get(id), await store.get(`${id}-twin`)];
    assert.equal(swapped?.body, twin?.body, `the retention of ${id} was moved`);
  }
  return true;
}

export const swapChecks: readonly Check[] = [
  {
    requirement: "swap-writes",
    title: "an accepted swap replaces tag, state and data, and answers with what a read then finds",
    async run({ store }) {
      const { tag } = await create(store, "c:1");
      for (const [from, to, data] of [
        [tag, "a", '"1"'],
        ["a", "b", '"2"'],
      ] as const) {
        const swap = await store.swap("c:1", from, aWrite({ tag: to, state: `"${to}"`, data }), always);
        assert.ok(swap.ok, "a swap from the tag that stands was refused");
        const { id, tag: newTag, state, data: newData } = swap.record;
        assert.deepEqual({ id, newTag, state, newData }, { id: "c:1", newTag: to, state: `"${to}"`, newData: data });
        const { tag: readTag, state: readState, data: readData } = await read(store, "c:1");
        assert.deepEqual({ readTag, readState, readData }, { readTag: to, readState: `"${to}"`, readData: data });
      }
    },
  },
  {
    requirement: "swap-keeps",
    title: "a swap that names tag and state only keeps body, data and deadline",
    async run({ store }) {
      const before = await create(store, "c:1", {
        body: '"b"',
        data: '"d"',
        payloadForMs: 60_000,
        recordForMs: 60_000,
      });
      const after = await write(store, "c:1");
      const kept = { body: before.body, data: before.data, deadlineMs: before.deadlineMs };
      assert.deepEqual({ body: after.body, data: after.data, deadlineMs: after.deadlineMs }, kept);
      assertSame(await store.get("c:1"), after, "a read differs from the swap's answer");
    },
  },
  {
    requirement: "swap-keeps",
    title: "a swap that names no retention moves none: its record ends as a twin's that was not swapped",
    async run(bench) {
      // A slow machine may swap too late to tell; then there was too little room.
      for (const room of [1, 4, 16]) if (await comparedWithTwins(bench, bench.roomMs * room)) return;
      assert.fail("each swap came after the end of the retention, or was refused");
    },
  },
  {
    requirement: "swap-keeps",
    title: "an answer written without a retention of its own ends with the one that has ended",
    async run({ store, pass }) {
      await create(store, "c:1", { payloadForMs: 10, recordForMs: null });
      await pass(10);
      await write(store, "c:1", { data: '"late"' });
      const { body, data } = await read(store, "c:1");
      assert.ok(body === null && data !== '"late"', "the retention that had ended was taken for one without end");
    },
  },
  {
    requirement: "swap-tag",
    title: "a swap is refused with `tag` from a tag that never stood, a longer one, a shorter one and an older one",
    async run({ store }) {
      await create(store, "c:1", { tag: "tag" });
      for (const other of ["never", "tag2", "ta"]) {
        const swap = await store.swap("c:1", other, aWrite(), always);
        assert.equal(verdict(swap), "tag", `a swap from "${other}" where "tag" stands`);
      }
      const { tag } = await write(store, "c:1");
      if (tag === "tag") return; // it was never replaced: that breaks another requirement
      assert.equal(
        verdict(await store.swap("c:1", "tag", aWrite(), always)),
        "tag",
        "a swap from a tag that stood before",
      );
    },
  },
  {
    requirement: "swap-same-tag",
    title: "a swap that leaves tag and state as they are is accepted, again and again",
    async run({ store }) {
      const { tag, state } = await create(store, "c:1");
      for (const turn of [1, 2, 3]) {
        const swap = await store.swap("c:1", tag, { tag, state, listed: false }, always);
        assert.equal(verdict(swap), "ok", `renewal ${turn}`);
      }
    },
  },
];
