import { describe, expect, test } from "vitest";
import { checkpointKeys, signCheckpoint } from "../../src/checkpoint/checkpoint.js";
import { headOf } from "../../src/entry/read-entry.js";
import type { Head } from "../../src/sink.js";
import { said } from "../support/judged.js";
import { bodyAt, linesAfter, logOf } from "../support/logs.js";

const count = 8;
const log = logOf(count);
const whole = Buffer.concat(log);
const { privateKey } = checkpointKeys();
const headAt = (lines: readonly Buffer[], seq: number) => headOf(lines[seq - 1] as Buffer) as Head;
const checkpoint = signCheckpoint(headAt(log, count), 1, privateKey);
const places = Array.from({ length: count }, (_, index) => index);
const without = (index: number) => log.toSpliced(index, 1);
/** Of the entry in which each byte lies. */
const seqAt = log.flatMap((line, index) => Array.from(line, () => index + 1));
/** A log in which an entry was changed and everything after it made anew: all hashes are right. */
const rewrittenFrom = (seq: number): Buffer[] => {
  const before = log.slice(0, seq - 1);
  const bodies = Array.from({ length: count - seq + 1 }, () => ({ type: "intent", tool: "harmless" }));
  return [...before, ...linesAfter(seq === 1 ? null : headAt(log, seq - 1), bodies)];
};

test("an untouched log is whole, with and without a checkpoint", async () => {
  expect(await said(whole)).toBe("ok");
  expect(await said(whole, { checkpoints: [checkpoint] })).toBe("ok");
});

test("every flipped bit is told as a change of its entry", async () => {
  for (let byte = 0; byte < whole.length; byte += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped[byte] = (flipped[byte] as number) ^ (1 << bit);
      expect(`${byte}.${bit} ${await said(flipped)}`).toBe(`${byte}.${bit} altered ${seqAt[byte]}`);
    }
  }
});

test("every byte that became any other is told as a change of its entry", async () => {
  for (let byte = 0; byte < (log[0] as Buffer).length; byte += 1) {
    for (const other of [0x00, 0x0a, 0x20, 0x22, 0x41, 0x7f, 0xc3, 0xf0, 0xff]) {
      if (whole[byte] === other) continue;
      const changed = Buffer.from(whole);
      changed[byte] = other;
      expect(`${byte} ${await said(changed)}`).toBe(`${byte} altered 1`);
    }
  }
});

test("every byte that was taken out or put in is told", async () => {
  for (let byte = 0; byte < whole.length; byte += 1) {
    const shorter = Buffer.concat([whole.subarray(0, byte), whole.subarray(byte + 1)]);
    const expected = byte === whole.length - 1 ? `torn ${count}` : `altered ${seqAt[byte]}`;
    expect(`${byte} ${await said(shorter)}`).toBe(`${byte} ${expected}`);
    const longer = Buffer.concat([whole.subarray(0, byte), Buffer.from(" "), whole.subarray(byte)]);
    expect(`${byte} ${await said(longer)}`).toBe(`${byte} altered ${seqAt[byte]}`);
  }
});

describe("whole entries", () => {
  test("that were taken out are missing, wherever they stood before the end", async () => {
    for (const index of places.slice(0, -1)) expect(await said(without(index))).toBe(`missing ${index + 1}`);
    for (const index of places.slice(0, -3)) expect(await said(log.toSpliced(index, 3))).toBe(`missing ${index + 1}`);
  });

  test("that stand twice are duplicated, wherever the second one stands", async () => {
    for (const from of places) {
      for (const to of [...places, count]) {
        const twice = log.toSpliced(to, 0, log[from] as Buffer);
        // The first place that is wrong: a copy right behind its original is the second of the two.
        const at = to === from ? to + 2 : to + 1;
        expect(`${from}>${to} ${await said(twice)}`).toBe(`${from}>${to} duplicated ${at}`);
      }
    }
  });

  test("that stand in the place of another are duplicated", async () => {
    for (const from of places) {
      for (const to of places.filter((place) => place !== from)) {
        expect(await said(log.with(to, log[from] as Buffer))).toBe(`duplicated ${to + 1}`);
      }
    }
  });

  test("that changed places are reordered, whichever two", async () => {
    for (const one of places) {
      for (const other of places.slice(one + 1)) {
        const swapped = log.with(one, log[other] as Buffer).with(other, log[one] as Buffer);
        expect(`${one}<>${other} ${await said(swapped)}`).toBe(`${one}<>${other} reordered ${one + 1}`);
      }
    }
  });

  test("that were moved elsewhere are reordered, wherever from and to", async () => {
    for (const from of places) {
      for (const to of places.filter((place) => place !== from)) {
        const moved = without(from).toSpliced(to, 0, log[from] as Buffer);
        expect(`${from}>${to} ${await said(moved)}`).toBe(`${from}>${to} reordered ${Math.min(from, to) + 1}`);
      }
    }
  });

  test("of another log are foreign, wherever they stand", async () => {
    const other = logOf(count, { name: "log-b" });
    for (const index of [...places, count]) {
      for (const line of other) {
        const at = index === 0 && line === other[0] ? 2 : index + 1;
        expect(`${index} ${await said(log.toSpliced(index, 0, line))}`).toBe(`${index} foreign ${at}`);
      }
    }
    for (const index of places.slice(1)) {
      expect(await said(log.with(index, other[index] as Buffer))).toBe(`foreign ${index + 1}`);
    }
  });

  test("that follow in all but the log they name are foreign", async () => {
    const [next] = linesAfter({ ...headAt(log, count), log: "log-b" }, [bodyAt("log-b", 0)]) as [Buffer];
    expect(await said([...log, next])).toBe(`foreign ${count + 1}`);
  });

  test("that continue an earlier state are forked: two histories in one log, or one that was rewritten", async () => {
    for (const seq of places.slice(1)) {
      const [branch] = linesAfter(headAt(log, seq), [bodyAt("branch", 0)]) as [Buffer];
      // Written by a second process that did not see the entry before it.
      expect(await said([...log.slice(0, seq + 1), branch])).toBe(`forked ${seq + 2}`);
      if (seq + 1 < count) expect(await said(log.with(seq, branch))).toBe(`forked ${seq + 2}`);
    }
  });
});

describe("what was cut off the end", () => {
  test("is told wherever it was cut inside of an entry", async () => {
    const lineEnds = new Set(places.map((index) => Buffer.concat(log.slice(0, index)).length));
    for (let end = 1; end < whole.length; end += 1) {
      if (lineEnds.has(end)) continue;
      const expected = `torn ${seqAt[end - 1]}`;
      expect(`${end} ${await said(whole.subarray(0, end))}`).toBe(`${end} ${expected}`);
      expect(`${end} ${await said(whole.subarray(0, end), { checkpoints: [checkpoint] })}`).toBe(`${end} ${expected}`);
    }
  });

  test("is not told between two entries without a checkpoint, and with one it is", async () => {
    for (const left of places) {
      const cut = log.slice(0, left);
      expect(await said(cut)).toBe("ok");
      expect(await said(cut, { checkpoints: [checkpoint] })).toBe(`truncated ${left + 1}`);
    }
  });

  test("is told where others were appended in its place", async () => {
    for (const seq of places.slice(1)) {
      const regrown = rewrittenFrom(seq);
      expect(await said(regrown)).toBe("ok");
      expect(await said(regrown, { checkpoints: [checkpoint] })).toBe(`forked ${count}`);
    }
  });

  test("is not told where it was written after the last checkpoint: nobody outside has seen it", async () => {
    const early = signCheckpoint(headAt(log, 3), 1, privateKey);
    expect(await said(log.slice(0, 3), { checkpoints: [early] })).toBe("ok");
    expect(await said(log.slice(0, 2), { checkpoints: [early] })).toBe("truncated 3");
  });
});

test("a log that was made anew from its first entry is whole, and contradicts a checkpoint", async () => {
  const forged = rewrittenFrom(1);
  expect(await said(forged)).toBe("ok");
  expect(await said(forged, { checkpoints: [checkpoint] })).toBe(`forked ${count}`);
});

test("another log in its place is foreign to a checkpoint, longer or shorter", async () => {
  for (const length of [count - 1, count, count + 1]) {
    const other = logOf(length, { name: "log-b" });
    expect(await said(other)).toBe("ok");
    expect(await said(other, { checkpoints: [checkpoint] })).toMatch(/^foreign /);
  }
});

test("an empty log is whole, and truncated for whoever has a checkpoint", async () => {
  expect(await said([])).toBe("ok");
  expect(await said([], { checkpoints: [checkpoint] })).toBe("truncated 1");
});
