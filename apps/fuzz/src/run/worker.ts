// Runs one target in a thread of its own, so that somebody is left to see that it hangs.
import { parentPort, workerData } from "node:worker_threads";
import { runTarget } from "./run-target.js";
import type { AnyTarget } from "./target.js";
import type { WorkerOrder } from "./watch.js";

const { targetsModule, name, inputs, seed, runs } = workerData as WorkerOrder;
const { targets } = (await import(targetsModule)) as { targets: readonly AnyTarget[] };
const target = targets.find((one) => one.name === name);
if (target === undefined) throw new Error(`No target "${name}".`);
const onRun = (run: number) => void Atomics.store(runs, 0, run);
parentPort?.postMessage(await runTarget(target, { inputs, seed, onRun }));
