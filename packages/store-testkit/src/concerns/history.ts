import assert from "node:assert/strict";
import type { Store, SwapCondition } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { verdict } from "../records.js";
import { aFirstWrite, aWrite, create, read, trySwap, write } from "../writes.js";

const asks = (history: SwapCondition["history"]): SwapCondition => ({ deadline: "any", history });

/** By what is told and by what is accepted: where the two disagree, that breaks another requirement. */
async function isWholly(store: Store, id: string, history: "same" | "changed"): Promise<boolean> {
  const told = (await read(store, id)).historyCurrent ? "same" : "changed";
  return told === history && verdict(await trySwap(store, id, {}, asks(history))) === "ok";
}

export const historyChecks: readonly Check[] = [
  {
    requirement: "history-judged",
    title: "a record of the present history is `same` and not `changed`; once the history changed, the other way round",
    needs: "changeHistory",
    async run({ store, changeHistory }) {
      for (const id of ["c:same", "c:changed", "c:any", "c:old-same", "c:old-changed", "c:old-any"])
        await create(store, id);
      assert.equal(verdict(await trySwap(store, "c:same", {}, asks("same"))), "ok", "`same`, before");
      assert.equal(verdict(await trySwap(store, "c:changed", {}, asks("changed"))), "history", "`changed`, before");
      assert.equal(verdict(await trySwap(store, "c:any", {}, asks("any"))), "ok", "`any`, before");
      await changeHistory();
      assert.equal(verdict(await trySwap(store, "c:old-same", {}, asks("same"))), "history", "`same`, after");
      assert.equal(verdict(await trySwap(store, "c:old-changed", {}, asks("changed"))), "ok", "`changed`, after");
      assert.equal(verdict(await trySwap(store, "c:old-any", {}, asks("any"))), "ok", "`any`, after");
    },
  },
  {
    requirement: "history-told",
    title: "a read, a page, a refused swap and an insert that is taken tell that the history changed",
    needs: "changeHistory",
    async run({ store, changeHistory }) {
      const { tag, historyCurrent } = await create(store, "c:1", { listed: true });
      assert.equal(historyCurrent, true, "a record just inserted");
      assert.equal((await read(store, "c:1")).historyCurrent, true, "a read, before");
      await changeHistory();
      assert.equal((await read(store, "c:1")).historyCurrent, false, "a read");
      assert.equal((await store.list("c:", { limit: 10 })).records[0]?.historyCurrent, false, "a page");
      assert.equal(
        (await store.insert("c:1", aFirstWrite({ tag }))).record.historyCurrent,
        false,
        "an insert that is taken",
      );
      const refused = await trySwap(store, "c:1", {}, { deadline: "passed", history: "any" });
      if (!refused.ok) assert.equal(refused.record?.historyCurrent, false, "a refused swap");
    },
  },
  {
    requirement: "history-stamped",
    title: "an accepted swap brings a record into the present history, until that changes too; nothing else does",
    needs: "changeHistory",
    async run({ store, changeHistory }) {
      await create(store, "c:1");
      await changeHistory();
      const { tag } = await read(store, "c:1");
      await store.insert("c:1", aFirstWrite());
      const byTag = await store.swap("c:1", "other", aWrite(), asks("any"));
      const byDeadline = await store.swap("c:1", tag, aWrite(), { deadline: "passed", history: "any" });
      if (byTag.ok || byDeadline.ok) return; // that breaks another requirement
      assert.ok(
        !(await isWholly(store, "c:1", "same")),
        "a refused attempt brought the record into the present history",
      );
      await write(store, "c:1");
      assert.ok(
        !(await isWholly(store, "c:1", "changed")),
        "an accepted swap did not bring it into the present history",
      );
      await create(store, "c:2");
      assert.ok(!(await isWholly(store, "c:2", "changed")), "an insert is not of the present history");
      await changeHistory();
      assert.ok(!(await isWholly(store, "c:1", "same")), "a second change was not seen");
    },
  },
  {
    requirement: "history-constant",
    title: "every record is of the present history, and a swap that demands a changed one is refused",
    standsInFor: "changeHistory",
    async run({ store }) {
      const { tag } = await create(store, "c:1", { listed: true });
      const refused = await store.swap("c:1", tag, aWrite(), asks("changed"));
      assert.equal(verdict(refused), "history");
      const same = await store.swap("c:1", tag, aWrite({ listed: true }), asks("same"));
      assert.equal(verdict(same), "ok");
      const page = await store.list("c:", { limit: 10 });
      const answers = [
        refused.record,
        same.record,
        await read(store, "c:1"),
        ...page.records,
        await write(store, "c:1"),
      ];
      for (const record of answers) assert.equal(record?.historyCurrent, true);
    },
  },
];
