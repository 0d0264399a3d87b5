// Faults of the processes that execute.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plain } from "../deployments/plain.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { until } from "../harness/until.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum, type Tally } from "../run/tally.js";

type Open = (run: Run) => Promise<Plain>;

const operations = 16;
const leaseMs = 600;
const handlerMs = 60;
/** So many at once: while one waits for a lease to lapse, others start their processes. */
const lanes = 3;

/** SIGKILL at some moment amid the handlers; then two other processes confirm what was left. */
export const killedWorkers = (open: Open) => (run: Run) =>
  stoppedWorkers(open, run, async (victim) => {
    await victim.kill();
    await sleep(leaseMs * 1.5);
    return async () => {};
  });

/** SIGSTOP for longer than the lease. Others confirm all meanwhile; then it wakes up and goes on. */
export const pausedWorkers = (open: Open) => (run: Run) =>
  stoppedWorkers(open, run, async (victim, confirming) => {
    victim.signal("SIGSTOP");
    await sleep(leaseMs * 1.5);
    return async () => {
      victim.signal("SIGCONT");
      await confirming();
      await victim.kill();
    };
  });

async function stoppedWorkers(
  open: Open,
  run: Run,
  stop: (victim: WorkerProcess, confirming: () => Promise<unknown>) => Promise<() => Promise<void>>,
): Promise<Tally> {
  const plain = await open(run);
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: plain.store, ledger: ledger.file, seed: run.seed, leaseMs };
  const others = await Promise.all(
    [0, 1].map(() => WorkerProcess.start({ ...plan, ...(run.guard === "off" && { guardOff: "lapse" as const }) })),
  );
  const [other] = others as [WorkerProcess, WorkerProcess];
  let tally = none;
  let fault = 0;
  const lane = async () => {
    while (fault < run.faults) {
      const number = fault++;
      const startsUntilStop = 1 + Math.floor(run.random() * operations * 0.75);
      const victim = await WorkerProcess.start({ ...plan, seed: run.seed + number, handlerMs });
      const round = await Round.issued(other, number * operations, operations);
      const confirming = round.confirmAll(victim, "once");
      await until(async () => (await round.started(ledger)) >= startsUntilStop, 1);
      await sleep(run.random() * handlerMs);
      const underWay = victim.underWay;
      const goOn = await stop(victim, () => confirming);
      await Promise.all(others.map((one) => round.confirmAll(one, "answered")));
      await goOn();
      const one = await round.tally(other, ledger, { struck: underWay });
      tally = sum(tally, one); // not in one expression: other lanes add to it meanwhile
      run.progress(tally);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, run.faults) }, lane));
  for (const one of others) await one.kill();
  await plain.stop();
  return tally;
}
