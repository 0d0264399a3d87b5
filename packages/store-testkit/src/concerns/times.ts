import assert from "node:assert/strict";
import type { StoredRecord } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { aFirstWrite, always, aWrite, create, read, write } from "../writes.js";

const tenYearsMs = 10 * 365 * 24 * 3_600_000;
const passedMs = 20;
/** Two clocks may disagree, but not as much as two units of time. */
const leewayMs = 10_000;

export const timeChecks: readonly Check[] = [
  {
    requirement: "deadline-from-now",
    title: "an insert and a swap set the deadline to the nowMs of their own answer plus the duration",
    async run({ store, pass }) {
      for (const deadlineInMs of [0, 1, 999, 60_001, tenYearsMs]) {
        const id = `c:${deadlineInMs}`;
        const inserted = await create(store, id, { deadlineInMs });
        assert.equal(inserted.deadlineMs - inserted.nowMs, deadlineInMs, "by an insert");
        await pass(1);
        const swapped = await write(store, id, { deadlineInMs });
        assert.equal(swapped.deadlineMs - swapped.nowMs, deadlineInMs, "by a swap");
        assert.equal((await read(store, id)).deadlineMs, swapped.deadlineMs, "a read shows another deadline");
      }
    },
  },
  {
    requirement: "now-is-fresh",
    title: "inserts, swaps, refusals, reads and pages all carry the time of their own answer, and it never goes back",
    async run({ store, pass }) {
      const { tag, nowMs } = await create(store, "c:1", { listed: true });
      const answers: readonly [what: string, ask: () => Promise<StoredRecord | null | undefined>][] = [
        ["a read", () => store.get("c:1")],
        ["an insert that is taken", async () => (await store.insert("c:1", aFirstWrite())).record],
        ["a refused swap", async () => (await store.swap("c:1", "other", aWrite(), always)).record],
        ["a page", async () => (await store.list("c:", { limit: 10 })).records[0]],
        ["an accepted swap", async () => (await store.swap("c:1", tag, aWrite({ listed: true }), always)).record],
      ];
      let beforeMs = nowMs;
      let askedMs = performance.now();
      for (const [what, ask] of answers) {
        await pass(passedMs);
        const record = await ask();
        if (!record) continue; // that breaks another requirement
        const movedMs = record.nowMs - beforeMs;
        const mostMs = passedMs + (performance.now() - askedMs) + leewayMs;
        assert.ok(
          movedMs >= passedMs && movedMs < mostMs,
          `${what}: nowMs moved by ${movedMs} while ${passedMs} ms passed`,
        );
        beforeMs = record.nowMs;
        askedMs = performance.now();
      }
    },
  },
];
