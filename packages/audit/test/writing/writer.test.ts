import { setTimeout as pause } from "node:timers/promises";
import { Tier2Error } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEntry } from "../../src/entry/read-entry.js";
import type { Head, Seal, Sink } from "../../src/sink.js";
import { type MemorySink, memorySink } from "../../src/sinks/memory-sink.js";
import type { Note } from "../../src/writing/note.js";
import { Writer, type WriterOptions } from "../../src/writing/writer.js";
import { said } from "../support/judged.js";

const note = (nth: number): Note => ({ kind: "done", body: { type: "claimed", nth } });
const full = () => new Tier2Error("journal_unavailable", "The disk is full.");

function writing(
  changes: Partial<WriterOptions> & { append?: (memory: MemorySink, seal: Seal) => Promise<void> } = {},
) {
  const { append = (memory: MemorySink, seal: Seal) => memory.append(seal), ...options } = changes;
  const memory = memorySink();
  const appends: number[] = [];
  const sink: Sink = {
    ...memory,
    async append(seal) {
      const before = memory.lines.length;
      try {
        await append(memory, seal);
      } finally {
        appends.push(memory.lines.length - before);
      }
    },
  };
  const failures: unknown[] = [];
  const writer = new Writer({
    ...{ sink, key: undefined, maxQueued: 1000, nowMs: () => 0, onHead: () => {} },
    onFailure: (error) => void failures.push(error),
    ...options,
  });
  const written = () => memory.lines.map((line) => readEntry(line)?.entry.body ?? {});
  return { memory, appends, failures, writer, written, nths: () => written().map(({ nth }) => nth) };
}

test("what comes while an append is under way goes with the next: many at once cost two", async () => {
  const { writer, appends, nths } = writing({
    async append(memory, seal) {
      await pause(5);
      await memory.append(seal);
    },
  });
  const first = writer.record(note(0), { keep: true });
  await pause(1);
  const others = Array.from({ length: 99 }, (_, index) => writer.record(note(index + 1), { keep: true }));
  await Promise.all([first, ...others]);
  expect(appends).toEqual([1, 99]);
  expect(nths()).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test("nobody is left waiting, whenever they come", async () => {
  const { writer, memory } = writing();
  for (let nth = 0; nth < 300; nth += 1) {
    const one = writer.record(note(nth), { keep: true });
    for (let turns = 0; turns < nth % 12; turns += 1) await null;
    await Promise.all([one, writer.record(note(nth), { keep: true })]);
  }
  expect(memory.lines).toHaveLength(600);
  expect(await said(memory.lines)).toBe("ok");
});

test("the head is told after each append that was acknowledged, and only then", async () => {
  const heads: Head[] = [];
  let isAway = true;
  const { writer, memory } = writing({
    onHead: (head) => void heads.push(head),
    async append(sink, seal) {
      await sink.append(seal);
      if (isAway) throw full();
    },
  });
  await writer.record(note(1), { keep: false }).catch(() => {});
  expect([memory.lines.length, heads.length]).toEqual([1, 0]);
  isAway = false;
  await writer.record(note(2), { keep: false });
  expect(heads.map(({ seq }) => seq)).toEqual([2]);
});

describe("an append that fails", () => {
  test("rejects whoever waits for it, and writes later what has happened and nothing else", async () => {
    let isAway = true;
    const { writer, nths, failures } = writing({
      async append(memory, seal) {
        if (isAway) throw full();
        await memory.append(seal);
      },
    });
    writer.queue(note(1));
    await expect(writer.record(note(2), { keep: false })).rejects.toMatchObject({ code: "journal_unavailable" });
    await expect(writer.record(note(3), { keep: true })).rejects.toMatchObject({ code: "journal_unavailable" });
    await expect(writer.flush()).rejects.toMatchObject({ message: expect.stringContaining("2 entries") });
    isAway = false;
    await writer.record(note(4), { keep: true });
    expect(nths()).toEqual([1, 3, 4]);
    expect(failures.length).toBeGreaterThan(1);
  });

  test("is tried again by itself", async () => {
    let isAway = true;
    const { writer, nths } = writing({
      async append(memory, seal) {
        if (isAway) throw full();
        await memory.append(seal);
      },
    });
    writer.queue(note(1));
    await pause(10);
    isAway = false;
    await expect.poll(nths, { timeout: 20_000 }).toEqual([1]);
  });

  test("writes nothing twice of which some or all is there in spite of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { maxLength: 6 }), fc.integer({ min: 1, max: 5 }), async (cuts, each) => {
        const kept = [...cuts];
        const { writer, nths, memory } = writing({
          async append(sink, seal) {
            const before = sink.lines.length;
            await sink.append(seal);
            const cut = kept.shift();
            if (cut === undefined) return;
            // It was broken off after so many lines, and nobody was told.
            sink.lines.splice(before + cut);
            throw full();
          },
        });
        const all = Array.from({ length: each * 3 }, (_, nth) => nth);
        for (const nth of all) {
          writer.queue(note(nth));
          if (nth % each === 0) await writer.flush().catch(() => {});
        }
        while (kept.length > 0) await writer.flush().catch(() => {});
        await writer.flush();
        writer.stop();
        expect(nths()).toEqual(all);
        expect(await said(memory.lines)).toBe("ok");
      }),
      { numRuns: 200 },
    );
  });
});

test("beyond what may wait, events are counted, and the count is written where they are missing", async () => {
  let isAway = true;
  const { writer, written } = writing({
    maxQueued: 3,
    async append(memory, seal) {
      if (isAway) throw full();
      await memory.append(seal);
    },
  });
  for (let nth = 0; nth < 3; nth += 1) writer.queue(note(nth));
  await writer.flush().catch(() => {});
  for (let nth = 3; nth < 10; nth += 1) writer.queue(note(nth));
  await writer.record(note(10), { keep: true }).catch(() => {});
  isAway = false;
  await writer.flush();
  expect(written()).toEqual([...[0, 1, 2].map((nth) => note(nth).body), { type: "missed", count: 7 }, note(10).body]);
});

test("what a sink has cut is told before what is appended", async () => {
  const { writer, written } = writing({
    append: (memory, seal) => memory.append((head) => seal(head, { bytes: 17, digest: "x" })),
  });
  await writer.record(note(1), { keep: true });
  expect(written()).toEqual([{ type: "recovered", bytes: 17, digest: "x" }, note(1).body]);
});
