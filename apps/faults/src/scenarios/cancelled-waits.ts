import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { synchronousStandby } from "../deployments/postgres-standby.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum } from "../run/tally.js";

const operations = 20;
const cancelForMs = 1_500;

/**
 * The standby hears nothing more, and somebody cancels every wait for it: Postgres then answers that the claim was
 * committed, with a warning. Then the primary is gone, the standby takes over, and others confirm the same tokens.
 */
export const cancelledWaits = async (run: Run) => {
  const servers = await synchronousStandby();
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const without = run.guard === "off" && { guardOff: "history and warnings" as const };
  const plan = { store: servers.store, ledger: ledger.file, seed: run.seed, storeTimeoutMs: 1_000, ...without };
  let tally = none;
  for (let fault = 0; fault < run.faults; fault += 1) {
    const [executing, other] = await Promise.all([
      WorkerProcess.start({ ...plan, holdsHandlers: true }),
      WorkerProcess.start(plan),
    ]);
    const round = await Round.issued(executing, fault * operations, operations);
    await servers.prepare();
    const running = round.confirmAll(executing, "answered");
    for (const endMs = performance.now() + cancelForMs; performance.now() < endMs; await sleep(20)) {
      await servers.cancelWaits();
    }
    await servers.strike();
    await round.confirmAll(other, "answered");
    executing.release();
    await running;
    tally = sum(tally, await round.tally(other, ledger, { struck: operations }));
    for (const worker of [executing, other]) await worker.kill();
    run.progress(tally);
    await servers.heal();
  }
  await servers.stop();
  return tally;
};
