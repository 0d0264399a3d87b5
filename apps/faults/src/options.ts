import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface Options {
  readonly help: boolean;
  readonly long: boolean;
  readonly seed: number;
  /** Parts of names of faults; all if there are none. */
  readonly only: readonly string[];
  /** How often each fault is made to happen, instead of what the form says. */
  readonly times: number | undefined;
  readonly markdown: string | undefined;
  readonly json: string | undefined;
}

export const help = (names: readonly string[]): string => `Usage: pnpm faults [options]

Makes every fault happen on every store that it applies to, through the public engine in several processes, beside a
control with one guard off that must show the fault. Prints one table. It starts the servers that it needs on free
loopback ports, and ends them.

  --long             as often as before a release (hours); the short form takes some minutes
  --only <text>      only faults whose name contains it; may be repeated
  --times <number>   so often, instead of what the form says
  --seed <number>    the same instants again, as far as the machine allows (default: another one each time; it is printed)
  --markdown <file>  writes the table there too
  --json <file>      writes all figures there
  --help

Names:
${names.map((name) => `  ${name}`).join("\n")}

The exit code is 0 if nothing was doubled or lost and every control showed its fault, 1 if not, 2 for options that make
no sense, 130 if it was interrupted; what was done until then is printed.`;

/** @throws Error for options that make no sense */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      long: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] as string[] },
      times: { type: "string" },
      seed: { type: "string" },
      markdown: { type: "string" },
      json: { type: "string" },
    },
  });
  const unknown = values.only.find((part) => !names.some((name) => name.includes(part)));
  if (unknown !== undefined) throw new Error(`No fault has "${unknown}" in its name; --help lists them.`);
  return {
    help: values.help,
    long: values.long,
    seed: whole("seed", values.seed, 0) ?? randomInt(2 ** 31),
    only: values.only,
    times: whole("times", values.times, 1),
    markdown: values.markdown,
    json: values.json,
  };
}

function whole(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value < 2 ** 31) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${2 ** 31 - 1}, not "${text}".`);
}
