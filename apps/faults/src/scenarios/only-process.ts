import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plain } from "../deployments/plain.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { until } from "../harness/until.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum } from "../run/tally.js";
import type { GuardOff } from "../worker/plan.js";

type Open = (run: Run) => Promise<Plain>;

const operations = 16;
const leaseMs = 600;
const handlerMs = 60;

/**
 * The one process that has the store is killed amid its handlers and started anew, and its callers confirm the tokens that
 * they still have. `keeps`: whether the store outlives it. Of one that does not, no handler has ended when it is killed:
 * an answer that it had recorded would be forgotten with it, as it says.
 */
export const killedOnlyProcess =
  (open: Open, guardOff: GuardOff, { keeps }: { keeps: boolean }) =>
  async (run: Run) => {
    const plain = await open(run);
    const ledger = new FileLedger(path.join(run.folder, "ledger"));
    const plan = {
      store: plain.store,
      ledger: ledger.file,
      leaseMs,
      handlerMs,
      holdsHandlers: !keeps,
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
      const again = await WorkerProcess.start({ ...plan, holdsHandlers: false, seed: run.seed + fault });
      await round.confirmAll(again, "answered");
      tally = sum(tally, await round.tally(again, ledger, { struck }));
      await again.kill();
      run.progress(tally);
    }
    await plain.stop();
    return tally;
  };
