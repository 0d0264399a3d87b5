// Faults of a store that lives in one process.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plain } from "../deployments/plain.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { until } from "../harness/until.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum, type Tally } from "../run/tally.js";
import type { GuardOff } from "../worker/plan.js";

type Open = (run: Run) => Promise<Plain>;

const operations = 16;
const leaseMs = 600;
const handlerMs = 60;

/** The process is killed amid its handlers and started anew, and its callers confirm the tokens that they still have. */
export const killedOnlyProcess = (open: Open, guardOff: GuardOff) => async (run: Run) => {
  const plain = await open(run);
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = {
    store: plain.store,
    ledger: ledger.file,
    leaseMs,
    handlerMs,
    ...(run.guard === "off" && { guardOff }),
  };
  let tally = none;
  for (let fault = 0; fault < run.faults; fault += 1) {
    const victim = await WorkerProcess.start({ ...plan, seed: run.seed + fault });
    const round = await Round.issued(victim, fault * operations, operations);
    const confirming = round.confirmAll(victim, "once");
    await until(async () => (await round.started(ledger)) >= 1, 1);
    await sleep(run.random() * handlerMs * 0.8);
    const struck = victim.underWay;
    await victim.kill();
    await confirming;
    await sleep(leaseMs * 1.5);
    const again = await WorkerProcess.start({ ...plan, seed: run.seed + fault });
    await round.confirmAll(again, "answered");
    tally = sum(tally, await round.tally(again, ledger, { struck }));
    await again.kill();
    run.progress(tally);
  }
  await plain.stop();
  return tally;
};

/** The process is stopped for longer than the lease amid its handlers; when it wakes up, duplicates of its calls come in. */
export const pausedOnlyProcess = (open: Open) => async (run: Run) => {
  const plain = await open(run);
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: plain.store, ledger: ledger.file, leaseMs, holdsHandlers: true, seed: run.seed };
  let tally: Tally = none;
  for (let fault = 0; fault < run.faults; fault += 1) {
    const worker = await WorkerProcess.start({ ...plan, ...(run.guard === "off" && { guardOff: "lapse" as const }) });
    const round = await Round.issued(worker, fault * operations, operations);
    const confirming = round.confirmAll(worker, "once");
    await until(async () => (await round.started(ledger)) === operations);
    worker.signal("SIGSTOP");
    await sleep(leaseMs * 1.5);
    const duplicates = round.confirmAll(worker, "answered"); // they lie in its pipe, and are read before any timer runs
    worker.signal("SIGCONT");
    await sleep(50);
    worker.release();
    await Promise.all([confirming, duplicates]);
    tally = sum(tally, await round.tally(worker, ledger, { struck: operations }));
    await worker.kill();
    run.progress(tally);
  }
  await plain.stop();
  return tally;
};
