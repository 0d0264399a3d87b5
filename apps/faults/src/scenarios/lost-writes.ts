import path from "node:path";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { until } from "../harness/until.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Guard, Run } from "../run/fault.js";
import { none, sum, type Tally } from "../run/tally.js";
import type { GuardOff, StorePlan } from "../worker/plan.js";

/** Servers that can be made to lose what they acknowledged, again and again. */
export interface Losing {
  readonly store: StorePlan;
  /** What is written from here on will be lost. */
  prepare(): Promise<void>;
  /** While every handler runs. Tells how many operations it reached, if not all. */
  strike(): Promise<number | undefined>;
  /** Makes the servers ready for the next time. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

export interface LostWrites {
  open(guard: Guard): Promise<Losing>;
  readonly guardOff: GuardOff;
}

const operations = 20;

/**
 * The worst moment: all handlers of a process have started, their claims get lost, two other processes confirm the same
 * tokens, and only then the handlers end.
 */
export async function lostWrites({ open, guardOff }: LostWrites, run: Run): Promise<Tally> {
  const losing = await open(run.guard);
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: losing.store, ledger: ledger.file, seed: run.seed };
  const without = run.guard === "off" && { guardOff };
  const others = await Promise.all([0, 1].map(() => WorkerProcess.start({ ...plan, ...without })));
  const [judge] = others as [WorkerProcess, WorkerProcess];
  let tally = none;
  const hold = () => WorkerProcess.start({ ...plan, ...without, holdsHandlers: true });
  let next = hold();
  for (let fault = 0; fault < run.faults; fault += 1) {
    const executing = await next;
    if (fault + 1 < run.faults) next = hold();
    const round = await Round.issued(executing, fault * operations, operations);
    await losing.prepare();
    const running = round.confirmAll(executing, "answered");
    await until(async () => (await round.started(ledger)) === operations);
    const reached = await losing.strike();
    await Promise.all(others.map((other) => round.confirmAll(other, "answered")));
    executing.release();
    await running;
    tally = sum(tally, await round.tally(judge, ledger, { struck: reached ?? operations }));
    await executing.kill();
    run.progress(tally);
    await losing.heal();
  }
  for (const other of others) await other.kill();
  await losing.stop();
  return tally;
}
