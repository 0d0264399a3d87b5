import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { auditLog } from "../../src/audit-log.js";
import { verifyLog } from "../../src/chain/verify.js";
import { type Checkpoint, checkpointKeys, checkpointOf, isSignedBy } from "../../src/checkpoint/checkpoint.js";
import type { AuditOptions } from "../../src/options.js";
import { memorySink } from "../../src/sinks/memory-sink.js";

const { privateKey, publicKey } = checkpointKeys();
const event = { type: "claimed", atMs: 0, server: "s", tool: "t", requester: { tokenId: "a" } } as const;

function witnessed(
  changes: Partial<NonNullable<AuditOptions["checkpoints"]>> = {},
  options: Partial<AuditOptions> = {},
) {
  const sink = memorySink();
  const exported: Checkpoint[] = [];
  const takes = async (each: Checkpoint) => void exported.push(each);
  const audit = auditLog({ sink, checkpoints: { privateKey, export: takes, ...changes }, ...options });
  const write = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      audit.onEvent(event);
      await audit.flush();
    }
  };
  return { sink, exported, audit, write, sizes: () => exported.map(({ size }) => size) };
}

test("every so many entries one is exported, and a last one on closing: each is signed, and the log agrees with all", async () => {
  const { sink, exported, audit, write, sizes } = witnessed({ everyEntries: 5 });
  await write(12);
  await audit.close();
  expect(sizes()).toEqual([5, 10, 12]);
  for (const each of exported) expect(isSignedBy(each, publicKey)).toBe(true);
  const verdict = await verifyLog(() => sink.read(), { checkpoints: exported });
  expect(verdict).toMatchObject({ ok: true, checkpoint: { size: 12 } });
});

test("a log that nobody writes to any more is covered soon", async () => {
  const { write, sizes } = witnessed({ everyMs: 20 });
  await write(3);
  await expect.poll(() => sizes().at(-1), { timeout: 20_000 }).toBe(3);
});

test("on demand, of all that was told so far, and of one state once", async () => {
  const { audit, sizes } = witnessed();
  audit.onEvent(event);
  await audit.checkpoint();
  await audit.checkpoint();
  await audit.close();
  expect(sizes()).toEqual([1]);
});

test("an export that fails is told and done again, and stops nothing", async () => {
  const failures: unknown[] = [];
  const exported: number[] = [];
  let isAway = true;
  const { audit, write } = witnessed(
    {
      everyEntries: 2,
      export: async ({ size }) => {
        if (isAway) throw new Error("the mailbox is full");
        exported.push(size);
      },
    },
    { onFailure: (error) => void failures.push(error) },
  );
  await write(4);
  expect(failures.length).toBeGreaterThan(0);
  isAway = false;
  await write(1);
  await audit.close();
  expect(exported.at(-1)).toBe(5);
});

describe("a signature", () => {
  const { audit, exported } = witnessed();
  audit.onEvent(event);

  test("is of every member, by this key", async () => {
    await audit.checkpoint();
    const [checkpoint] = exported as [Checkpoint];
    expect(isSignedBy(checkpoint, publicKey)).toBe(true);
    expect(isSignedBy(checkpoint, checkpointKeys().publicKey)).toBe(false);
    for (const change of [
      { log: "x" },
      { size: 2 },
      { head: "x" },
      { atMs: 1 },
      { keyId: "x" },
      { signature: "x" },
      { signature: checkpoint.signature.replace(/^./, (c) => (c === "A" ? "B" : "A")) },
    ]) {
      expect(isSignedBy({ ...checkpoint, ...change }, publicKey)).toBe(false);
    }
  });

  test("is asked for of a whole checkpoint and nothing more", () => {
    const [checkpoint] = exported as [Checkpoint];
    expect(checkpointOf(JSON.parse(JSON.stringify(checkpoint)))).toEqual(checkpoint);
    const { size: _, ...less } = checkpoint;
    for (const none of [
      null,
      "x",
      [],
      less,
      { ...checkpoint, more: 1 },
      { ...checkpoint, v: 2 },
      { ...checkpoint, size: 0 },
    ]) {
      expect(checkpointOf(none)).toBeUndefined();
    }
  });
});

test("keys of another kind, and options that cannot work, are refused at the start", () => {
  const rsa = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const sink = memorySink();
  const takes = async () => {};
  for (const wrong of [
    {},
    { sink: {} },
    { sink, encryptoin: 1 },
    { sink, encryption: { keyId: "", key: new Uint8Array(32) } },
    { sink, encryption: { keyId: "k", key: new Uint8Array(16) } },
    { sink, commitmentKey: new Uint8Array(8) },
    { sink, maxQueued: 0 },
    { sink, checkpoints: { privateKey: rsa, export: takes } },
    { sink, checkpoints: { privateKey: publicKey, export: takes } },
    { sink, checkpoints: { privateKey } },
    { sink, checkpoints: { privateKey, export: takes, everyEntries: 0 } },
    { sink, checkpoints: { privateKey, export: takes, everyMs: 1.5 } },
  ]) {
    expect(() => auditLog(wrong as unknown as AuditOptions)).toThrow(
      expect.objectContaining({ code: "invalid_setup" }),
    );
  }
});
