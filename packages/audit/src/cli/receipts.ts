import fs from "node:fs/promises";
import { type Made, makeReceipt } from "../receipt/make-receipt.js";
import { receiptProblems, verifyReceipt } from "../receipt/verify-receipt.js";
import { timelineOf } from "../timeline/timeline.js";
import { CannotRun, type ExitCode, type Io } from "./io.js";
import { checkpointsIn, encryptionKeysIn, publicKeysIn, readText } from "./key-files.js";
import type { OpenLog } from "./open-log.js";
import type { Given } from "./options.js";
import { textOf } from "./verify.js";

export async function exportReceipt(io: Io, log: OpenLog, given: Given): Promise<ExitCode> {
  const { operation, out } = given;
  if (operation === undefined) throw new CannotRun("Of which --operation?");
  const publicKeys = await publicKeysIn(given["public-key"] ?? []);
  const { checkpoints, unsigned } = await checkpointsIn(given.checkpoint ?? [], publicKeys);
  if (unsigned !== undefined) throw new CannotRun(`${unsigned} is no checkpoint that is signed with this key.`);
  const checkpoint = checkpoints.toSorted((one, other) => other.size - one.size)[0];
  if (checkpoint === undefined) throw new CannotRun("A receipt needs a --checkpoint: without one it proves nothing.");
  const keys = await encryptionKeysIn(given.key ?? []);
  const made = await makeReceipt(() => log.read(), { operationId: operation, checkpoint, keys });
  if (!made.ok) {
    io.err(`${whyNot(made)}\n`);
    return 1;
  }
  const text = `${JSON.stringify(made.receipt, null, 1)}\n`;
  if (out === undefined) io.out(text);
  else await fs.writeFile(out, text, { flag: "wx" }).catch(cannotWrite(out));
  if (made.notCovered > 0) io.err(`${made.notCovered} later entries are not in it: no checkpoint covers them yet.\n`);
  return 0;
}

export const cannotWrite = (file: string) => (error: unknown) => {
  throw new CannotRun(`${file} cannot be written: ${(error as Error).message}`);
};

function whyNot(made: Extract<Made, { ok: false }>): string {
  switch (made.why) {
    case "broken":
      return `No receipt out of a log that is not as it was written. ${textOf(made.verdict)}`;
    case "not_found":
      return "No entry of this operation was found.";
    case "not_covered":
      return "No checkpoint covers an entry of this operation yet: make one, and export again.";
    case "no_key":
      return `Entries are encrypted under "${made.keyId}": give --key.`;
    case "wrong_key":
      return `The key that was given as "${made.keyId}" is another one.`;
  }
}

const alsoNotProved =
  "It does not prove that these are all entries about it: others may be among those that are told by their digests alone, or later.";

export async function verifyReceiptFile(io: Io, file: string, given: Given): Promise<ExitCode> {
  const [publicKey, ...more] = await publicKeysIn(given["public-key"] ?? []);
  if (publicKey === undefined || more.length > 0) throw new CannotRun("A receipt is verified with one --public-key.");
  const verdict = verifyReceipt(parsed(await readText(file)), publicKey);
  if (given.json) io.out(`${JSON.stringify(verdict)}\n`);
  else if (!verdict.ok) io.out(`NOT PROVED: ${receiptProblems[verdict.problem]}.\n`);
  else {
    const { operationId, entries, checkpoint } = verdict;
    const signed = `Proved: these entries are in the log that ${checkpoint.keyId} signed ${new Date(checkpoint.atMs).toISOString()}.`;
    io.out(`${signed}\n${alsoNotProved}\n\n${timelineOf(operationId, entries).join("\n")}\n`);
  }
  return verdict.ok ? 0 : 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
