import type { JournalContext, Tier2Event } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { auditLog } from "../../src/audit-log.js";
import { readEntry } from "../../src/entry/read-entry.js";
import type { Sink } from "../../src/sink.js";
import { memorySink } from "../../src/sinks/memory-sink.js";

const tx = { name: "the tool's" };
const outside: JournalContext = { tx: undefined };
const event = (type: string, operationId = "op_1") =>
  ({ type, operationId, atMs: 0, server: "s", tool: "t", requester: { tokenId: "a" } }) as unknown as Tier2Event;

/** A sink whose appends within a transaction are there once that is committed. */
function logging(joins: boolean) {
  const memory = memorySink();
  const within: unknown[] = [];
  const sink: Sink = {
    ...memory,
    joins: () => joins,
    async append(seal, given) {
      within.push(given?.tx);
      await memory.append(seal);
    },
  };
  const audit = auditLog({ sink });
  const types = () => memory.lines.map((line) => readEntry(line)?.entry.body?.type);
  return { audit, within, types };
}

describe("a sink that joins the transaction", () => {
  test("has the intent and the ending in one append, within it, and nothing before", async () => {
    const { audit, within, types } = logging(true);
    await audit.journal(event("intent"), { tx });
    expect(types()).toEqual([]);
    await audit.journal(event("completed"), { tx });
    expect([types(), within]).toEqual([["intent", "completed"], [tx]]);
    audit.onEvent(event("completed"));
    await audit.close();
    expect(types()).toEqual(["intent", "completed"]);
  });

  test("is told outside of it what was rolled back, with the intent that went with it", async () => {
    const { audit, within, types } = logging(true);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("rolled_back"), outside);
    expect([types(), new Set(within)]).toEqual([["intent", "rolled_back"], new Set([undefined])]);
  });

  test("has the intent again where its transaction was broken off and done once more", async () => {
    const { audit, types } = logging(true);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("rolled_back"), outside);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("completed"), { tx });
    expect(types()).toEqual(["intent", "rolled_back", "intent", "completed"]);
  });

  test("has the intent of an operation that its handler refused: its ending has a transaction of its own", async () => {
    const { audit, types } = logging(true);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("not_executed"), { tx: { name: "another" } });
    expect(types()).toEqual(["intent", "not_executed"]);
  });

  test("mixes up no two operations", async () => {
    const { audit, types } = logging(true);
    await audit.journal(event("intent", "op_1"), { tx });
    await audit.journal(event("intent", "op_2"), { tx: {} });
    await audit.journal(event("completed", "op_2"), { tx: {} });
    expect(types()).toEqual(["intent", "completed"]);
  });

  test("is not kept waiting for transactions that nobody hears of again: they do not pile up", async () => {
    const { audit, types } = logging(true);
    for (let nth = 0; nth < 2000; nth += 1) await audit.journal(event("intent", `op_${nth}`), { tx });
    await audit.journal(event("completed", "op_0"), { tx });
    await audit.journal(event("completed", "op_1999"), { tx });
    expect(types()).toEqual(["completed", "intent", "completed"]);
  });
});

describe("a sink that does not join it", () => {
  test("has the intent before the effect, and the ending once it is committed, once", async () => {
    const { audit, types } = logging(false);
    await audit.journal(event("intent"), { tx });
    expect(types()).toEqual(["intent"]);
    await audit.journal(event("completed"), { tx });
    await audit.flush();
    expect(types()).toEqual(["intent"]);
    audit.onEvent(event("completed"));
    audit.onEvent(event("completed"));
    await audit.close();
    expect(types()).toEqual(["intent", "completed"]);
  });

  test("never says that something was completed which was rolled back", async () => {
    const { audit, types } = logging(false);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("completed"), { tx });
    await audit.journal(event("rolled_back"), outside);
    audit.onEvent(event("rolled_back"));
    await audit.close();
    expect(types()).toEqual(["intent", "rolled_back"]);
  });

  test("nor where nobody knows whether it was committed", async () => {
    const { audit, types } = logging(false);
    await audit.journal(event("intent"), { tx });
    await audit.journal(event("completed"), { tx });
    audit.onEvent(event("commit_unknown"));
    await audit.close();
    expect(types()).toEqual(["intent", "commit_unknown"]);
  });
});
