import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgres } from "../deployments/plain.js";
import { runOn } from "../deployments/postgres-one.js";
import type { Ledger } from "../harness/ledger.js";
import { Round } from "../harness/round.js";
import { WorkerProcess } from "../harness/worker-process.js";
import type { Run } from "../run/fault.js";
import { none, sum } from "../run/tally.js";

const operations = 8;
const lanes = 3;
const leaseMs = 600;

/**
 * SIGKILL at a random instant of calls whose token, effect and answer share one transaction; then another process repeats
 * them until they have an answer. The control takes three transactions.
 */
export const killedTransactions = async (run: Run) => {
  const { store, url, stop } = await postgres();
  await runOn(url, "CREATE TABLE effect (number integer NOT NULL)");
  const ledger: Ledger = {
    async starts() {
      const rows = await runOn(url, "SELECT number, count(*)::int AS times FROM effect GROUP BY number");
      return new Map(rows.map(({ number, times }) => [Number(number), Number(times)]));
    },
  };
  const plan = {
    ...{ store, ledger: path.join(run.folder, "unused"), exactlyOnce: true, handlerMs: 10, leaseMs },
    ...(run.guard === "off" && { guardOff: "one transaction" as const }),
  };
  const steady = await WorkerProcess.start({ ...plan, seed: run.seed });
  let tally = none;
  let fault = 0;
  const lane = async () => {
    while (fault < run.faults) {
      const number = fault++;
      const victim = await WorkerProcess.start({ ...plan, seed: run.seed + number });
      const warm = await Round.issued(steady, -1 - number * operations, 1);
      const startedMs = performance.now();
      await warm.confirmAll(victim, "once");
      const callMs = performance.now() - startedMs;
      const round = await Round.issued(steady, number * operations, operations);
      const confirming = round.confirmAll(victim, "once");
      await sleep(run.random() * 2 * callMs);
      const struck = victim.underWay;
      await victim.kill();
      await confirming;
      await round.confirmAll(steady, "answered");
      const one = await round.tally(steady, ledger, { struck });
      tally = sum(tally, one); // not in one expression: other lanes add to it meanwhile
      run.progress(tally);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, run.faults) }, lane));
  await steady.kill();
  await stop();
  return tally;
};
