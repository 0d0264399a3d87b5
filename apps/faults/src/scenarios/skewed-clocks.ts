import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plain } from "../deployments/plain.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum } from "../run/tally.js";

const operations = 20;
const hourMs = 3_600_000;
/** The store keeps what was previewed for twice as long: long enough for a control on a busy machine to run it late. */
const shortTtlMs = 4_000;

/**
 * Of three processes one has its clock an hour ahead and one an hour back. All confirm tokens that are good, and tokens
 * that have expired by the clock of the store, while their handlers run.
 */
export const skewedClocks = (open: () => Promise<Plain>) => async (run: Run) => {
  const plain = await open();
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: plain.store, ledger: ledger.file, seed: run.seed, handlerMs: 100 };
  const without = run.guard === "off" && { guardOff: "store clock" as const };
  const skews = [0, hourMs, -hourMs];
  const [workers, brief] = await Promise.all([
    Promise.all(skews.map((clockAheadMs) => WorkerProcess.start({ ...plan, ...without, clockAheadMs }))),
    WorkerProcess.start({ ...plan, ttlMs: shortTtlMs }),
  ]);
  const [judge] = workers as [WorkerProcess, WorkerProcess, WorkerProcess];
  let tally = none;
  for (let number = 0; number < run.faults; number += 1) {
    const first = number * 2 * operations;
    const good = await Round.issued(judge, first + operations, operations);
    const expired = await Round.issued(brief, first, operations);
    await sleep(shortTtlMs * 1.1);
    const confirming = workers.flatMap((worker) =>
      [good, expired].map((round) => round.confirmAll(worker, "answered")),
    );
    await Promise.all(confirming);
    const ofGood = await good.tally(judge, ledger, { struck: operations });
    const ofExpired = await expired.tally(judge, ledger, { struck: operations, faults: 0, allowed: 0 });
    tally = sum(tally, sum(ofGood, ofExpired));
    run.progress(tally);
  }
  for (const worker of [...workers, brief]) await worker.kill();
  await plain.stop();
  return tally;
};
