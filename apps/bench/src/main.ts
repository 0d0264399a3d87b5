import { parseArgs } from "node:util";
import { groups } from "./groups.js";
import { interleave } from "./harness/interleave.js";
import { machine } from "./harness/machine.js";
import { markdown } from "./harness/markdown.js";
import { verdicts } from "./harness/verdict.js";

const help = `Usage: pnpm bench [options]

Measures every store beside its peers and the bare server, in one interleaved run, and prints tables.
It starts the servers that it needs on free loopback ports.

  --only <group,…>        ${groups.map(({ name }) => name).join(", ")}
  --rounds <n>            rounds that count, after one that warms up (5)
  --concurrency <n,…>     how many at a time (1,16,64)
  --part <0…1>            part of each trial's operations, for a quick look (1)
  --help

Figures of one table can be compared with each other; those of two runs or machines cannot. Goals are judged by the
median of the ratios within a round. A missed goal is told, and is no failure of the run.`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    concurrency: { type: "string", default: "1,16,64" },
    part: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return console.log(help);
  const chosen = choose(values.only);
  const effort = {
    rounds: positive("rounds", values.rounds),
    concurrencies: values.concurrency.split(",").map((text) => positive("concurrency", text)),
    part: positive("part", values.part),
    progress: (text: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : ""),
  };
  console.log(`Measured on ${machine()}; ${effort.rounds} rounds.\n`);
  for (const group of chosen) {
    process.stderr.write(process.stderr.isTTY ? "" : `${group.name} …\n`);
    const { contestants, close } = await group.open();
    try {
      const rows = await interleave(group, contestants, effort);
      effort.progress("");
      console.log(`${markdown(group, rows, verdicts(group.goals, rows))}\n`);
    } finally {
      await close();
    }
  }
}

function choose(only: string | undefined) {
  if (only === undefined) return groups;
  return only.split(",").map((name) => {
    const group = groups.find((one) => one.name === name);
    if (group === undefined) throw new Error(`no group "${name}"\n\n${help}`);
    return group;
  });
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${option} wants a number above 0, not "${text}"`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
