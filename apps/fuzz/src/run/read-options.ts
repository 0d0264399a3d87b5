import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface Options {
  readonly help: boolean;
  readonly inputs: number;
  readonly seed: number;
  readonly minutes: number;
  /** Names of the targets to run; all if there are none. */
  readonly only: readonly string[];
}

const defaults = { inputs: 1_000_000, minutes: 60 };

export const help = (names: readonly string[]): string => `Throws random and hostile inputs at the public API.

Usage: pnpm fuzz [options]

  --inputs <number>   inputs for each target; dear ones get a fixed part of it (default ${defaults.inputs})
  --seed <number>     the same inputs again (default: another one each time; it is printed)
  --minutes <number>  give up after so many, which counts as failed (default ${defaults.minutes})
  --only <target>     this target alone; may be repeated
  -h, --help          show this

Targets: ${names.join(", ")}.
The exit code is 0 if every claim held for all inputs, 1 if not, 2 for options that make no sense.`;

/** @throws Error for options that make no sense */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const options = {
    help: { type: "boolean", short: "h", default: false },
    inputs: { type: "string" },
    seed: { type: "string" },
    minutes: { type: "string" },
    only: { type: "string", multiple: true, default: [] as string[] },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const unknown = values.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no target "${unknown}", but ${names.join(", ")}.`);
  return {
    help: values.help,
    inputs: whole("inputs", values.inputs, 1) ?? defaults.inputs,
    seed: whole("seed", values.seed, 0) ?? randomInt(2 ** 31),
    minutes: whole("minutes", values.minutes, 1) ?? defaults.minutes,
    only: values.only,
  };
}

function whole(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value < 2 ** 31) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${2 ** 31 - 1}, not "${text}".`);
}
