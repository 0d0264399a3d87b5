import assert from "node:assert/strict";
import type { StoredRecord, SwapCondition } from "@holdpoint/tier2-core";
import type { Bench } from "../bench.js";
import type { Check } from "../check.js";
import { verdict } from "../records.js";
import { create, trySwap, write } from "../writes.js";

const farMs = 300_000;
const nearMs = 20;
const edgeRecords = 40;

const asks = (deadline: SwapCondition["deadline"]): SwapCondition => ({ deadline, history: "any" });

/** Lets the deadline of a record pass, wherever the store has put it. */
const passDeadline = ({ pass }: Bench, record: StoredRecord) => pass(Math.max(0, record.deadlineMs - record.nowMs));

export const deadlineChecks: readonly Check[] = [
  {
    requirement: "deadline-judged",
    title: "before its deadline a record is `open` and not `passed`, after it the other way round",
    async run(bench) {
      const { store } = bench;
      for (const deadline of ["open", "passed", "any"] as const)
        await create(store, `c:far-${deadline}`, { deadlineInMs: farMs });
      assert.equal(verdict(await trySwap(store, "c:far-open", {}, asks("open"))), "ok", "`open`, before the deadline");
      assert.equal(verdict(await trySwap(store, "c:far-any", {}, asks("any"))), "ok", "`any`, before the deadline");
      const early = await trySwap(store, "c:far-passed", {}, asks("passed"));
      assert.equal(verdict(early), "deadline", "`passed`, before the deadline");
      for (const deadline of ["open", "passed", "any"] as const) {
        await passDeadline(bench, await create(store, `c:near-${deadline}`, { deadlineInMs: nearMs }));
      }
      assert.equal(
        verdict(await trySwap(store, "c:near-open", {}, asks("open"))),
        "deadline",
        "`open`, after the deadline",
      );
      assert.equal(
        verdict(await trySwap(store, "c:near-passed", {}, asks("passed"))),
        "ok",
        "`passed`, after the deadline",
      );
      assert.equal(verdict(await trySwap(store, "c:near-any", {}, asks("any"))), "ok", "`any`, after the deadline");
    },
  },
  {
    requirement: "deadline-judged",
    title: "around a deadline each answer is right for the very millisecond that it carries",
    async run({ store, pass }) {
      const deadlines = new Map<string, number>();
      for (let inMs = 0; inMs < edgeRecords; inMs += 1) {
        for (const deadline of ["open", "passed"] as const) {
          const id = `c:${deadline}-${inMs}`;
          deadlines.set(id, (await create(store, id, { deadlineInMs: inMs })).deadlineMs);
        }
      }
      await pass(edgeRecords / 2);
      for (const [id, deadlineMs] of deadlines) {
        const deadline = id.startsWith("c:open") ? "open" : "passed";
        const swap = await trySwap(store, id, {}, asks(deadline));
        assert.ok(swap.record, "the record is absent");
        const isPassed = swap.record.nowMs >= deadlineMs;
        const holds = deadline === (isPassed ? "passed" : "open");
        assert.equal(
          verdict(swap),
          holds ? "ok" : "deadline",
          `\`${deadline}\`, ${swap.record.nowMs - deadlineMs} ms after it`,
        );
      }
    },
  },
  {
    requirement: "deadline-judged",
    title: "a deadline that passed opens again when a write moves it, and one of zero has passed at once",
    async run(bench) {
      const { store } = bench;
      await passDeadline(bench, await create(store, "c:1", { deadlineInMs: nearMs }));
      await write(store, "c:1", { deadlineInMs: farMs });
      assert.equal(
        verdict(await trySwap(store, "c:1", {}, asks("passed"))),
        "deadline",
        "`passed`, after it was moved on",
      );
      assert.equal(verdict(await trySwap(store, "c:1", {}, asks("open"))), "ok", "`open`, after it was moved on");
      await passDeadline(bench, await write(store, "c:1", { deadlineInMs: 0 }));
      assert.equal(
        verdict(await trySwap(store, "c:1", {}, asks("open"))),
        "deadline",
        "`open`, with a deadline of zero",
      );
    },
  },
];
