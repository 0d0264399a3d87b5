import { availableParallelism } from "node:os";
import { help, type Options, readOptions } from "./run/read-options.js";
import { type AnyTarget, runsFor } from "./run/target.js";
import { type Watched, watch } from "./run/watch.js";
import { targets } from "./targets.js";

const stallMs = 60_000;
/** Where lines cannot be written over, as in a log. */
const tellEveryMs = 30_000;
let toldAtMs = 0;
const names = targets.map(({ name }) => name);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

async function main(options: Options): Promise<number> {
  const { inputs, seed, minutes, only } = options;
  const startedMs = performance.now();
  const chosen = targets.filter(({ name }) => only.length === 0 || only.includes(name));
  console.log(
    `seed ${seed}, ${inputs} inputs, ${chosen.length} targets, Node ${process.version}, ${availableParallelism()} cores`,
  );
  let failed = 0;
  for (const target of chosen) {
    const fromMs = performance.now();
    const watched = await watch(target, {
      ...{ inputs, seed, stallMs, signal: stop.signal },
      untilMs: startedMs + minutes * 60_000,
      onProgress: (run) => progress(target, run, inputs),
    });
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    const seconds = ((performance.now() - fromMs) / 1000).toFixed(1);
    console.log(`${target.name}: ${told(target, watched, options)} (${seconds} s)`);
    if ("stopped" in watched || watched.failure !== undefined) failed += 1;
    if (stop.signal.aborted) return 130;
  }
  console.log(failed === 0 ? "every claim held" : `${failed} of ${chosen.length} claims did not hold`);
  return failed === 0 ? 0 : 1;
}

function progress(target: AnyTarget, run: number, inputs: number): void {
  const all = runsFor(target, inputs) * target.inputsPerRun;
  const percent = ((100 * run * target.inputsPerRun) / all).toFixed(0);
  const line = `${target.name}: ${percent} % of ${all} inputs`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K`);
  else if (performance.now() - toldAtMs > tellEveryMs) {
    toldAtMs = performance.now();
    console.error(line);
  }
}

function told(target: AnyTarget, watched: Watched, { inputs, seed }: Options): string {
  const again = `\nagain: pnpm fuzz --only ${target.name} --inputs ${inputs} --seed ${seed}`;
  if (!("stopped" in watched)) {
    if (watched.failure === undefined) return `${watched.inputs} inputs, ${target.claim}`;
    return `FAILED within ${watched.inputs} inputs: it does not hold that ${target.claim}\n${watched.failure}${again}`;
  }
  const tried = watched.run * target.inputsPerRun;
  switch (watched.stopped) {
    case "hang":
      return `FAILED: hangs after ${tried} inputs, in run ${watched.run}${again}`;
    case "time":
      return `FAILED: time is up after ${tried} inputs`;
    case "signal":
      return `stopped after ${tried} inputs`;
  }
}

try {
  const options = readOptions(process.argv.slice(2), names);
  if (options.help) console.log(help(names));
  else process.exitCode = await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
