// Faults between processes and a server that has lost nothing.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Behind, Plain } from "../deployments/plain.js";
import { FileLedger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum, type Tally } from "../run/tally.js";

const operations = 20;
/** Longer than any silence, so that no claim lapses meanwhile, however busy the machine is. */
const leaseMs = 5_000;
const silenceMs = 600;

/** Three processes confirm the same tokens while the store says nothing. What it hears may be done all the same. */
export const silentStore = (open: () => Promise<Behind>) => (run: Run) =>
  racing(open, run, { storeTimeoutMs: 400, operations }, async (behind, confirm) => {
    behind.silence();
    const confirming = confirm();
    await sleep(silenceMs * (0.5 + run.random()));
    behind.heal();
    await confirming;
  });

/** Three processes confirm the same tokens while their connections are cut, again and again. */
export const cutConnections = (open: () => Promise<Behind>) => (run: Run) =>
  racing(open, run, { operations }, async (behind, confirm) => {
    let isOver = false;
    const confirming = confirm().then(() => {
      isOver = true;
    });
    for (let cut = 0; cut < 10 && !isOver; cut += 1) {
      await behind.cutConnections();
      await sleep(run.random() * 20);
    }
    await confirming;
  });

/** Many more callers than the pools have connections, for longer than they wait for one. */
export const exhaustedPools = (open: () => Promise<Plain>) => (run: Run) =>
  racing(open, run, { operations: 200 }, (_plain, confirm) => confirm());

async function racing<P extends Plain>(
  open: () => Promise<P>,
  run: Run,
  { operations: count, ...times }: { operations: number; storeTimeoutMs?: number },
  fault: (plain: P, confirm: () => Promise<unknown>) => Promise<unknown>,
): Promise<Tally> {
  const plain = await open();
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: plain.store, ledger: ledger.file, leaseMs, seed: run.seed, ...times };
  const without = run.guard === "off" && { guardOff: "silence" as const };
  const workers = await Promise.all([0, 1, 2].map(() => WorkerProcess.start({ ...plan, ...without })));
  const [judge] = workers as [WorkerProcess, WorkerProcess, WorkerProcess];
  let tally = none;
  for (let number = 0; number < run.faults; number += 1) {
    const round = await Round.issued(judge, number * count, count);
    await fault(plain, () => Promise.all(workers.map((worker) => round.confirmAll(worker, "answered"))));
    tally = sum(tally, await round.tally(judge, ledger, { struck: count }));
    run.progress(tally);
  }
  for (const worker of workers) await worker.kill();
  await plain.stop();
  return tally;
}

/**
 * Every reply to a claim is cut off, so that it is committed and its caller hears an error; then the same process asks
 * again. The control asks through another process, which does not recognise the claim as its own.
 */
export const cutReplies = (open: () => Promise<Behind>) => async (run: Run) => {
  const behind = await open();
  const ledger = new FileLedger(path.join(run.folder, "ledger"));
  const plan = { store: behind.store, ledger: ledger.file, leaseMs, storeTimeoutMs: 1_000, seed: run.seed };
  const [own, other] = await Promise.all([WorkerProcess.start(plan), WorkerProcess.start(plan)]);
  const again = run.guard === "on" ? own : other;
  let tally = none;
  while (tally.faults < run.faults) {
    const numberOf = (part: number) => tally.faults * 2 + part * operations;
    const count = Math.min(operations, run.faults - tally.faults);
    const warm = await Round.issued(own, numberOf(0), count); // its connections are open, and Redis knows every script
    await warm.confirmAll(own, "answered");
    const round = await Round.issued(own, numberOf(1), count);
    const claimsBefore = await behind.claims(); // of the control: those in doubt
    behind.cutReplies();
    await round.confirmAll(own, "once");
    const struck = (await behind.claims()) - claimsBefore;
    behind.heal();
    await round.confirmAll(again, "answered");
    tally = sum(tally, await round.tally(other, ledger, { struck, faults: count }));
    run.progress(tally);
  }
  for (const worker of [own, other]) await worker.kill();
  await behind.stop();
  return tally;
};
