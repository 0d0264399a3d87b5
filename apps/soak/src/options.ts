import { parseArgs } from "node:util";
import type { Planted } from "./soak.js";
import { type StoreName, stores } from "./stores.js";

export interface Options {
  readonly help: boolean;
  readonly minutes: number;
  /** So many instead of a time. */
  readonly operations: number | undefined;
  readonly only: readonly StoreName[];
  readonly plant: Planted | undefined;
  readonly json: string | undefined;
}

const names = Object.keys(stores) as StoreName[];
const plants: readonly Planted[] = ["heap", "handles", "connections"];

export const help = `Usage: pnpm soak [options]

Puts each store under a mixed load, all at the same time, each in a process of its own: first calls, confirmations,
replays, wrong confirmations, failures, sweeps. Heap, handles and connections must be flat after a warm-up.

  --minutes <number>   how long (10)
  --operations <n>     so many on each store, instead of a time
  --only <store>       ${names.join(", ")}; may be repeated
  --plant <leak>       plants a leak, which must be found: ${plants.join(", ")}
  --json <file>        writes all samples there
  --help

The exit code is 0 if all is flat, 1 if something grows, or scatters too much to tell, 2 for options that make no sense.`;

/** @throws Error for options that make no sense */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      minutes: { type: "string", default: "10" },
      operations: { type: "string" },
      only: { type: "string", multiple: true, default: [] as string[] },
      plant: { type: "string" },
      json: { type: "string" },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 24 * 60))
    throw new Error(`--minutes wants a number above 0, not "${values.minutes}".`);
  const operations = values.operations === undefined ? undefined : Number(values.operations);
  if (operations !== undefined && !(Number.isSafeInteger(operations) && operations > 0)) {
    throw new Error(`--operations wants a whole number above 0, not "${values.operations}".`);
  }
  const only = values.only.map((name) => oneOf("only", name, names));
  const plant = values.plant === undefined ? undefined : oneOf("plant", values.plant, plants);
  return { help: values.help, minutes, operations, only: only.length === 0 ? names : only, plant, json: values.json };
}

function oneOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new Error(`--${option} is one of ${known.join(", ")}, not "${text}".`);
  return found;
}
