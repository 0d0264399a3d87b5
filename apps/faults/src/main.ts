import fs from "node:fs";
import { faults } from "./faults.js";
import { killAllWorkers } from "./harness/worker-process.js";
import { help, type Options, readOptions } from "./options.js";
import { machine } from "./report/machine.js";
import { markdown } from "./report/markdown.js";
import { progress, progressEnds } from "./report/progress.js";
import { held, type Outcome } from "./run/outcome.js";
import { useOwnTemporaryFolder } from "./run/own-folder.js";
import { runFault } from "./run/run-fault.js";
import { none } from "./run/tally.js";

const stallMs = 180_000;

async function main(options: Options): Promise<number> {
  const { seed, long, only, times } = options;
  const chosen = faults.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  let underWay: Outcome | undefined;
  const tell = (isWhole: boolean) =>
    report(isWhole || !underWay ? outcomes : [...outcomes, underWay], options, {
      isWhole,
      tookMs: performance.now() - startedMs,
    });
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    // Before whoever else ends this process on a signal. All that was started ends with it.
    process.prependOnceListener(signal, () => {
      killAllWorkers();
      tell(false);
      process.exit(exitCode);
    });
  }
  useOwnTemporaryFolder();
  for (const [index, fault] of chosen.entries()) {
    const count = times ?? fault.times[long ? "long" : "short"];
    const outcome = await runFault(fault, {
      ...{ seed, stallMs, faults: count, controlFaults: fault.times.control },
      progress(so) {
        underWay = { ...so, failure: "interrupted" };
        const soFar = so.guarded ?? so.control ?? none;
        const of = so.guarded ? `${soFar.faults} of ${count}` : "control";
        const bad = `${soFar.doubled} doubled, ${soFar.lost} lost, ${soFar.inDoubt} in doubt`;
        progress(`${index + 1}/${chosen.length} ${fault.name}: ${of}, ${bad}`);
      },
    });
    underWay = undefined;
    outcomes.push(outcome);
  }
  tell(true);
  return outcomes.every(held) ? 0 : 1;
}

function report(
  outcomes: readonly Outcome[],
  { seed, long, markdown: markdownFile, json }: Options,
  { isWhole, tookMs }: { isWhole: boolean; tookMs: number },
): void {
  progressEnds();
  const on = machine();
  const form = `${long ? "long" : "short"} form${isWhole ? "" : ", interrupted"}`;
  const text = `On ${on}; ${form}, seed ${seed}, ${(tookMs / 60_000).toFixed(1)} minutes.\n\n${markdown(outcomes)}\n`;
  console.log(text);
  if (markdownFile !== undefined) fs.writeFileSync(markdownFile, text);
  if (json !== undefined) {
    const all = {
      machine: on,
      seed,
      long,
      isWhole,
      tookMs,
      outcomes: outcomes.map((one) => ({ ...one, held: held(one) })),
    };
    fs.writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

try {
  const names = faults.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  if (options.help) console.log(help(names));
  else process.exit(await main(options)); // connections of a run that failed would keep this process alive
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
