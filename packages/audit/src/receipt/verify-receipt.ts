import type { KeyObject } from "node:crypto";
import { beforeFirst, chained, sha256 } from "../chain/hash.js";
import { type Checkpoint, checkpointOf, isSignedBy } from "../checkpoint/checkpoint.js";
import type { Body } from "../entry/body.js";
import { bodyIn } from "../entry/encryption.js";
import type { Entry } from "../entry/entry.js";
import { readEntryText } from "../entry/read-entry.js";
import { type Disclosed, type Receipt, receiptVersion } from "./receipt.js";
import { Related } from "./related.js";

export interface ProvedEntry {
  readonly seq: number;
  /** Wall clock of the process that wrote it. */
  readonly atMs: number;
  readonly kind: Entry["kind"];
  readonly body: Body;
}

export type ReceiptVerdict =
  | {
      readonly ok: true;
      readonly operationId: string;
      readonly checkpoint: Checkpoint;
      readonly entries: readonly ProvedEntry[];
    }
  | { readonly ok: false; readonly problem: keyof typeof receiptProblems };

/** What can be wrong with a receipt. */
export const receiptProblems = {
  malformed: "this is no receipt",
  not_signed: "its checkpoint is not signed with this key",
  not_in_log: "its entries do not lead to what was signed: one of them, or a digest, was changed, added or taken out",
  misplaced: "an entry in it is not the one of its place in this log",
  not_what_was_sealed: "what it says an encrypted entry holds is not what was encrypted",
  another_operation: "an entry in it is about another operation",
} as const;

/** Proves a receipt with the public key alone: the log, its key and whoever keeps it are not asked. */
export function verifyReceipt(given: unknown, publicKey: KeyObject): ReceiptVerdict {
  const receipt = receiptOf(given);
  if (receipt === undefined) return fails("malformed");
  const { log, operationId, fromSeq, prev, steps, checkpoint } = receipt;
  if (!isSignedBy(checkpoint, publicKey)) return fails("not_signed");
  if (fromSeq === 1 && prev !== beforeFirst) return fails("not_in_log");
  const head = steps.reduce<string>((before, step) => chained(before, digestOf(step)), prev);
  const isSame = checkpoint.log === log && checkpoint.size === fromSeq + steps.length - 1 && checkpoint.head === head;
  if (!isSame) return fails("not_in_log");

  const entries: ProvedEntry[] = [];
  for (const [index, step] of steps.entries()) {
    if (typeof step === "string") continue;
    const entry = readEntryText(step.entry);
    if (entry === undefined || entry.log !== log || entry.seq !== fromSeq + index) return fails("misplaced");
    const body = entry.sealed === undefined ? entry.body : bodyIn(step.plaintext ?? "", entry.sealed);
    if (body === undefined) return fails("not_what_was_sealed");
    entries.push({ seq: entry.seq, atMs: entry.atMs, kind: entry.kind, body });
  }
  const related = new Related(operationId);
  for (const { body } of entries) related.learn(body);
  if (!entries.every(({ body }) => related.includes(body))) return fails("another_operation");
  return { ok: true, operationId, checkpoint, entries };
}

const fails = (problem: keyof typeof receiptProblems): ReceiptVerdict => ({ ok: false, problem });

const digestOf = (step: string | Disclosed): string => (typeof step === "string" ? step : sha256(step.entry));

function receiptOf(given: unknown): Receipt | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { v, log, operationId, fromSeq, prev, steps, checkpoint: signed } = given as Record<string, unknown>;
  const checkpoint = checkpointOf(signed);
  const isOne =
    v === receiptVersion &&
    [log, operationId, prev].every((text) => typeof text === "string") &&
    Number.isSafeInteger(fromSeq) &&
    (fromSeq as number) >= 1 &&
    Array.isArray(steps) &&
    steps.every(isStep);
  return isOne && checkpoint ? ({ ...given, checkpoint } as unknown as Receipt) : undefined;
}

function isStep(step: unknown): step is string | Disclosed {
  if (typeof step === "string") return true;
  if (typeof step !== "object" || step === null) return false;
  const { entry, plaintext } = step as Record<string, unknown>;
  return typeof entry === "string" && (plaintext === undefined || typeof plaintext === "string");
}
