import type { FirstWrite, Store, StoredRecord, SwapCondition, Write } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listAll, storeWithClock, sum, sweepAll } from "./fixtures.js";
import { NaiveStore } from "./naive-store.js";

type Command =
  | { do: "insert"; id: string; write: FirstWrite }
  | { do: "swap"; id: string; tag: string; write: Write; condition: SwapCondition }
  | { do: "get"; id: string }
  | { do: "list"; kind: string; limit: number }
  | { do: "wait"; ms: number }
  | { do: "sweep"; limit: number };

const id = fc.constantFrom("c:1", "c:2", "c:3", "a:1", "a:2");
const tag = fc.constantFrom("t1", "t2");
const text = fc.constantFrom("x", "y", "z");
const durationMs = fc.oneof(fc.constantFrom(0, 1, 999, 1_000, 1_001), fc.nat({ max: 20_000_000 }));
const retention = fc.option(durationMs, { nil: null });
const limit = fc.integer({ min: 1, max: 6 });
const required = { tag, state: text, listed: fc.boolean() };
const optional = { data: text, payloadForMs: retention, recordForMs: retention };

const firstWrite: fc.Arbitrary<FirstWrite> = fc.record(
  { ...required, body: text, deadlineInMs: durationMs, ...optional },
  { requiredKeys: ["tag", "state", "listed", "body", "deadlineInMs"] },
);
const write: fc.Arbitrary<Write> = fc.record(
  { ...required, deadlineInMs: durationMs, ...optional },
  { requiredKeys: ["tag", "state", "listed"] },
);
const condition: fc.Arbitrary<SwapCondition> = fc.record({
  deadline: fc.constantFrom("open", "passed", "any"),
  history: fc.constantFrom("same", "any", "any", "changed"),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("insert" as const), id, write: firstWrite }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("swap" as const), id, tag, write, condition }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("get" as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("list" as const), kind: fc.constantFrom("c:", "a:"), limit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: durationMs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sweep" as const), limit: fc.integer({ min: 1, max: 5_000 }) }) },
);

const byId = (records: readonly StoredRecord[]) => [...records].sort((a, b) => a.id.localeCompare(b.id));

async function answersAgree(command: Command, store: Store, naive: NaiveStore, clock: { ms: number }): Promise<void> {
  switch (command.do) {
    case "insert":
      expect(await store.insert(command.id, command.write)).toEqual(naive.insert(command.id, command.write, clock.ms));
      break;
    case "swap":
      expect(await store.swap(command.id, command.tag, command.write, command.condition)).toEqual(
        naive.swap(command.id, command.tag, command.write, command.condition, clock.ms),
      );
      break;
    case "get":
      expect(await store.get(command.id)).toEqual(naive.get(command.id, clock.ms));
      break;
    case "list":
      expect(byId(await listAll(store, command.kind, command.limit))).toEqual(byId(naive.list(command.kind, clock.ms)));
      break;
    case "wait":
      clock.ms += command.ms;
      break;
    case "sweep": {
      // A second later, all that has ended by now lies in a second wholly past.
      clock.ms += 1_000;
      const freed = await sweepAll(store, command.limit);
      expect(Math.max(...freed)).toBeLessThanOrEqual(command.limit);
      expect(sum(freed)).toBe(naive.sweep(clock.ms));
    }
  }
}

test("whatever is done in whatever order, the store answers as a plain map with scans would", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
      const { store, clock } = storeWithClock();
      const naive = new NaiveStore();
      for (const command of commands) await answersAgree(command, store, naive, clock);
      await answersAgree({ do: "sweep", limit: 5_000 }, store, naive, clock);
      for (const id of ["c:1", "c:2", "c:3", "a:1", "a:2"]) await answersAgree({ do: "get", id }, store, naive, clock);
    }),
    { numRuns: 2_000 },
  );
}, 60_000);
