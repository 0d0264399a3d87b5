import { type Verdict, verifyLog } from "../chain/verify.js";
import type { Checkpoint } from "../checkpoint/checkpoint.js";
import type { ExitCode, Io } from "./io.js";
import { checkpointsIn, publicKeysIn } from "./key-files.js";
import type { OpenLog } from "./open-log.js";
import type { Given } from "./options.js";
import { Progress } from "./progress.js";

/** What nobody should read out of the word "intact". */
const notProved = [
  "Intact means that nothing was changed, taken out, added or moved since it was written. It does not mean that what was written",
  "is true: whoever runs the server chose what to write. It does not prove that a tool does what its annotations say, that a",
  "decision was right, or that nothing happened that was never recorded.",
].join("\n");

const withoutCheckpoint =
  "No checkpoint was given: that entries were cut off the end, or all of it made anew, would not be noticed.";

/** Verifies while a bar shows how far it has come. */
export async function verified(io: Io, log: OpenLog, checkpoints: readonly Checkpoint[]): Promise<Verdict> {
  const progress = new Progress(io, log.totalBytes);
  const verdict = await verifyLog(() => log.read(), { checkpoints, onLine: (bytes) => progress.line(bytes) });
  progress.end();
  return verdict;
}

export async function verify(io: Io, log: OpenLog, given: Given): Promise<ExitCode> {
  const publicKeys = await publicKeysIn(given["public-key"] ?? []);
  const { checkpoints, unsigned } = await checkpointsIn(given.checkpoint ?? [], publicKeys);
  if (unsigned !== undefined) {
    io.out(given.json ? `${JSON.stringify({ ok: false, unsigned })}\n` : `NOT SIGNED: the checkpoint ${unsigned}\n`);
    return 1;
  }
  const verdict = await verified(io, log, checkpoints);
  io.out(given.json ? `${JSON.stringify(verdict)}\n` : `${textOf(verdict)}\n`);
  return verdict.ok ? 0 : 1;
}

export function textOf(verdict: Verdict): string {
  if (!verdict.ok) {
    const { fault, seq, line, problem, intactUpTo } = verdict;
    const before =
      intactUpTo === null ? "Nothing before it can be relied on." : `Intact up to entry ${intactUpTo.seq}.`;
    return `BROKEN at entry ${seq} (line ${line}): ${fault}.\n${problem}.\n${before}`;
  }
  const { head, checkpoint } = verdict;
  if (head === null) return `Intact: no entry.\n${withoutCheckpoint}\n\n${notProved}`;
  const witness =
    checkpoint === undefined
      ? withoutCheckpoint
      : `Agrees with the checkpoint of ${checkpoint.size} entries, signed ${new Date(checkpoint.atMs).toISOString()} by ${checkpoint.keyId}.`;
  return `Intact: ${head.seq} entries.\nLog ${head.log}, head ${head.hash}\n${witness}\n\n${notProved}`;
}
