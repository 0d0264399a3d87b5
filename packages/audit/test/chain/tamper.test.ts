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
/** Of the entry in which this byte lies. */
const seqAt = (byte: number): number => {
  let end = 0;
  return 1 + log.findIndex((line) => (end += line.length) > byte);
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
      expect(`${byte}.${bit} ${await said(flipped)}`).toBe(`${byte}.${bit} altered ${seqAt(byte)}`);
    }
  }
});
