import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Checkpoint, checkpointKeys, signCheckpoint } from "../../src/checkpoint/checkpoint.js";
import { headOf } from "../../src/entry/read-entry.js";
import { makeReceipt } from "../../src/receipt/make-receipt.js";
import type { Disclosed, Receipt } from "../../src/receipt/receipt.js";
import { verifyReceipt } from "../../src/receipt/verify-receipt.js";
import type { Head } from "../../src/sink.js";
import { audited, bob, opsPolicy } from "../support/audited.js";
import { read } from "../support/logs.js";

const { privateKey, publicKey } = checkpointKeys();
const key = { keyId: "k1", key: randomBytes(32) };

/** A log with operations before, between and after the one of foo 7, which somebody allowed. */
async function scene(encryption?: typeof key) {
  const a = audited(encryption && { encryption }, { policies: [opsPolicy] });
  const run = async (id: number) => {
    const waiting = await a.call({ id });
    const approval = waiting.body.status === "approval_pending" ? waiting.body.approval.id : "";
    const shown = await a.t.approvals.get(approval, { approver: bob });
    await a.t.approvals.allow(approval, { approver: bob, actionDigest: shown?.actionDigest ?? "", reason: "checked" });
    const confirm_token = await a.preview(id);
    return { approval, go: () => a.call({ id, confirm_token }) };
  };
  await (await run(1)).go();
  const seven = await run(7);
  await (await run(2)).go();
  const { operationId = "" } = await seven.go();
  await a.audit.flush();
  const lines = [...a.sink.lines];
  await (await run(3)).go();
  await a.audit.flush();
  const at = (line: Buffer | undefined) => signCheckpoint(headOf(line as Buffer) as Head, 1, privateKey);
  return {
    all: [...a.sink.lines],
    lines,
    operationId,
    approval: seven.approval,
    checkpoint: at(a.sink.lines.at(-1)),
    early: at(lines.at(-1)),
  };
}

async function receiptOf(
  lines: readonly Buffer[],
  operationId: string,
  checkpoint: Checkpoint,
  keys = [key],
): Promise<Receipt> {
  const made = await makeReceipt(() => read(Buffer.concat(lines)), { operationId, checkpoint, keys });
  if (!made.ok) throw new Error(`No receipt: ${made.why}`);
  // As somebody else gets it.
  return JSON.parse(JSON.stringify(made.receipt)) as Receipt;
}

const wanted = ["approval_requested", "approval_allowed", "proposed", "claimed", "intent", "completed"];

describe.each([
  ["in clear", undefined],
  ["encrypted", key],
])("a receipt out of a log that is %s", (_how, encryption) => {
  test("proves with the public key alone what became of one operation, from the question to the effect", async () => {
    const { all, operationId, checkpoint } = await scene(encryption);
    const receipt = await receiptOf(all, operationId, checkpoint);
    const verdict = verifyReceipt(receipt, publicKey);
    expect(verdict).toMatchObject({ ok: true, operationId });
    expect(verdict.ok && verdict.entries.map(({ body }) => body.type)).toEqual(wanted);
  });

  test("tells of no other operation", async () => {
    const { all, operationId, checkpoint } = await scene(encryption);
    const text = JSON.stringify(await receiptOf(all, operationId, checkpoint));
    expect(text).toContain("foo/7");
    for (const other of ["foo/1", "foo/2", "foo/3"]) expect(text).not.toContain(other);
  });

  test("holds no key", async () => {
    const { all, operationId, checkpoint } = await scene(encryption);
    const text = JSON.stringify(await receiptOf(all, operationId, checkpoint));
    for (const form of ["base64", "base64url", "hex"] as const) {
      expect(text).not.toContain(key.key.toString(form).replace(/=+$/, ""));
    }
  });

  test("fails with any of its steps changed, left out, added or moved", async () => {
    const { all, operationId, checkpoint } = await scene(encryption);
    const receipt = await receiptOf(all, operationId, checkpoint);
    const { steps } = receipt;
    for (const [index, step] of steps.entries()) {
      const forged = typeof step === "string" ? step.replace(/^./, (c) => (c === "A" ? "B" : "A")) : changed(step);
      for (const tampered of [steps.with(index, forged), steps.toSpliced(index, 1), steps.toSpliced(index, 0, step)]) {
        expect(verifyReceipt({ ...receipt, steps: tampered }, publicKey)).toEqual({ ok: false, problem: "not_in_log" });
      }
    }
  });

  test("fails for another operation, place, log, start or key", async () => {
    const { all, operationId, checkpoint } = await scene(encryption);
    const receipt = await receiptOf(all, operationId, checkpoint);
    const problem = (forged: object, by = publicKey) => {
      const verdict = verifyReceipt({ ...receipt, ...forged }, by);
      return verdict.ok ? "ok" : verdict.problem;
    };
    expect(problem({})).toBe("ok");
    expect(problem({ operationId: "op_other" })).toBe("another_operation");
    expect(problem({ fromSeq: receipt.fromSeq + 1 })).toBe("not_in_log");
    expect(problem({ log: "other" })).toBe("not_in_log");
    expect(problem({ prev: "A".repeat(43) })).toBe("not_in_log");
    expect(problem({}, checkpointKeys().publicKey)).toBe("not_signed");
    expect(problem({ checkpoint: { ...checkpoint, size: checkpoint.size + 1 } })).toBe("not_signed");
    for (const none of [null, 5, "x", {}, { ...receipt, steps: [5] }, { ...receipt, v: 2 }]) {
      expect(verifyReceipt(none, publicKey)).toEqual({ ok: false, problem: "malformed" });
    }
  });
});

const changed = (step: Disclosed): Disclosed => ({ ...step, entry: step.entry.replace('"kind":"d', '"kind":"e') });

test("what an encrypted entry is said to hold must be what was encrypted", async () => {
  const { all, operationId, checkpoint } = await scene(key);
  const receipt = await receiptOf(all, operationId, checkpoint);
  const lie = (step: string | Disclosed) =>
    typeof step === "string" || step.plaintext === undefined
      ? step
      : { ...step, plaintext: step.plaintext.replaceAll("foo #7", "foo #8") };
  const verdict = verifyReceipt({ ...receipt, steps: receipt.steps.map(lie) }, publicKey);
  expect(verdict).toEqual({ ok: false, problem: "not_what_was_sealed" });
  const bare = receipt.steps.map((step) => (typeof step === "string" ? step : { entry: step.entry }));
  expect(verifyReceipt({ ...receipt, steps: bare }, publicKey)).toEqual({ ok: false, problem: "not_what_was_sealed" });
});

test("a log that is broken, or an operation that is not in it or not covered, gets none", async () => {
  const { all, lines, operationId, checkpoint, early } = await scene();
  const make = async (from: readonly Buffer[], about: string, by = checkpoint) => {
    const made = await makeReceipt(() => read(Buffer.concat(from)), { operationId: about, checkpoint: by });
    return made.ok ? made.notCovered : made.why;
  };
  expect(await make(all.toSpliced(3, 1), operationId)).toBe("broken");
  expect(await make(lines, operationId)).toBe("broken"); // shorter than its checkpoint
  expect(await make(all, "op_unknown")).toBe("not_found");
  expect(await make(all, operationId, early)).toBe(0);
  const first = signCheckpoint(headOf(all[0] as Buffer) as Head, 1, privateKey);
  expect(await make(all, operationId, first)).toBe("not_covered");
});

test("whoever has no key, or another one of that name, makes none of an encrypted log", async () => {
  const { all, operationId, checkpoint } = await scene(key);
  const about = { operationId, checkpoint };
  const lines = () => read(Buffer.concat(all));
  expect(await makeReceipt(lines, about)).toEqual({ ok: false, why: "no_key", keyId: "k1" });
  const other = { keyId: "k1", key: randomBytes(32) };
  expect(await makeReceipt(lines, { ...about, keys: [other] })).toEqual({ ok: false, why: "wrong_key", keyId: "k1" });
});
