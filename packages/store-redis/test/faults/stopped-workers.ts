// Faults of the processes that execute.
import { setTimeout as sleep } from "node:timers/promises";
import { startRedis } from "@holdpoint/test-servers";
import { claimsOn } from "./claims.js";
import { lapsedIsTakenOver } from "./controls.js";
import type { FaultResult, Guard } from "./fault-result.js";
import { storeOn, withTwoClients } from "./lost-writes.js";
import { actorOn, Ledger } from "./operations.js";
import { startWorker, type Worker } from "./workers.js";

interface Scenario {
  /** Off: whoever finds a lapsed lease takes the operation over. */
  readonly guard: Guard;
  readonly operations: number;
}

const leaseMs = 400;
const handlerMs = 60;
const atOnce = 8;

/** SIGKILL at some moment, in the middle of handlers; then another process confirms what was left. */
export const killedWorker = (scenario: Scenario) =>
  interrupted(scenario, async (worker) => {
    worker.process.kill("SIGKILL");
    await worker.ended;
    await sleep(leaseMs * 1.5);
    return async () => {};
  });

/** SIGSTOP for longer than the lease; another process confirms all meanwhile, and then it wakes up and goes on. */
export const pausedWorker = (scenario: Scenario) =>
  interrupted(scenario, async (worker) => {
    worker.process.kill("SIGSTOP");
    await sleep(leaseMs * 1.5);
    return async () => {
      worker.process.kill("SIGCONT");
      await worker.ended;
    };
  });

async function interrupted(
  { guard, operations }: Scenario,
  interrupt: (worker: Worker) => Promise<() => Promise<void>>,
): Promise<FaultResult> {
  const server = await startRedis();
  return withTwoClients(server.port, server.stop, async (client) => {
    const store = storeOn(client, "on");
    const ledger = new Ledger();
    ledger.release();
    const other = actorOn(guard === "on" ? store : lapsedIsTakenOver(store), ledger, { leaseMs });
    const tokens = await Promise.all(Array.from({ length: operations }, (_, number) => other.issue(number)));
    const worker = await startWorker({ port: server.port, tokens, leaseMs, waitForCompletionMs: 0, handlerMs, atOnce });
    await until(() => worker.said().length > atOnce * 2 + Math.random() * operations);
    const goOn = await interrupt(worker);
    // Counted at the server, which has by now done all that the worker sent. A claim may stand whose handler never started.
    const injected = await claimsOn(server);
    await Promise.all(tokens.map((token, number) => other.confirm(number, token)));
    await goOn();
    const lasts = await Promise.all(tokens.map((token, number) => other.confirm(number, token)));

    const starts = new Map(ledger.starts);
    const heard = new Map<number, string>();
    for (const line of worker.said()) {
      if ("started" in line) starts.set(line.started, (starts.get(line.started) ?? 0) + 1);
      else if (line.body.status === "ok") heard.set(line.heard, JSON.stringify(line.body));
    }
    return {
      injected,
      doubled: [...starts.values()].filter((times) => times > 1).length,
      lost: [...heard].filter(([number, body]) => JSON.stringify(lasts[number]?.body) !== body).length,
      inDoubt: lasts.filter(({ replayed }) => !replayed).length,
    };
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(2);
}
