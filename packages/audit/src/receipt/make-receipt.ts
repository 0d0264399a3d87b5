import { sha256 } from "../chain/hash.js";
import { type Verdict, verifyLog } from "../chain/verify.js";
import type { Checkpoint } from "../checkpoint/checkpoint.js";
import { canonicalText } from "../entry/canonical-text.js";
import { type EncryptionKey, type Opened, openBody } from "../entry/encryption.js";
import type { ChainedEntry } from "../entry/read-entry.js";
import { readEntry } from "../entry/read-entry.js";
import { type Disclosed, type Receipt, receiptVersion } from "./receipt.js";
import { Related } from "./related.js";

export type Made =
  | {
      readonly ok: true;
      readonly receipt: Receipt;
      /** How many entries about it the checkpoint does not cover yet. */
      readonly notCovered: number;
    }
  /** Nothing is certified of a log that is broken. */
  | { readonly ok: false; readonly why: "broken"; readonly verdict: Verdict }
  | { readonly ok: false; readonly why: "not_found" | "not_covered" }
  | { readonly ok: false; readonly why: "no_key" | "wrong_key"; readonly keyId: string };

interface About {
  readonly operationId: string;
  /** One whose signature was checked. */
  readonly checkpoint: Checkpoint;
  /** For a log whose bodies are encrypted. */
  readonly keys?: readonly EncryptionKey[];
}

/** A receipt of one operation. Reads the log twice, and holds no more of it than what the receipt does. */
export async function makeReceipt(
  read: () => AsyncIterable<Uint8Array>,
  { operationId, checkpoint, keys = [] }: About,
): Promise<Made> {
  const related = new Related(operationId);
  let closed: Exclude<Opened, { kind: "opened" }> | undefined;
  const onEntry = ({ entry }: ChainedEntry) => {
    const opened = openBody(keys, entry);
    if (opened.kind === "opened") related.learn(opened.body);
    else closed ??= opened;
  };
  const verdict = await verifyLog(read, { checkpoints: [checkpoint], onEntry });
  if (!verdict.ok) return { ok: false, why: "broken", verdict };
  // It may be about the operation: a receipt without it would tell half of it.
  if (closed !== undefined) return { ok: false, why: closed.kind, keyId: closed.keyId };

  const steps: (string | Disclosed)[] = [];
  let first: ChainedEntry | undefined;
  let notCovered = 0;
  for await (const line of read()) {
    const found = readEntry(line);
    if (found === undefined) break;
    const opened = openBody(keys, found.entry);
    const isAbout = opened.kind === "opened" && related.includes(opened.body);
    const isCovered = found.seq <= checkpoint.size;
    if (isAbout && !isCovered) notCovered += 1;
    if (isAbout && isCovered) first ??= found;
    if (first === undefined || !isCovered) continue;
    const entry = canonicalText(found.entry);
    steps.push(isAbout ? disclosed(entry, opened) : sha256(entry));
  }
  if (first === undefined) return { ok: false, why: notCovered > 0 ? "not_covered" : "not_found" };
  const { log, seq: fromSeq, prev } = first;
  return { ok: true, notCovered, receipt: { v: receiptVersion, log, operationId, fromSeq, prev, steps, checkpoint } };
}

const disclosed = (entry: string, { plaintext }: Extract<Opened, { kind: "opened" }>): Disclosed => ({
  entry,
  ...(plaintext !== undefined && { plaintext }),
});
