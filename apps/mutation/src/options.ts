import { parseArgs } from "node:util";
import { type PartName, partNames } from "./parts.js";

export interface Options {
  readonly help: boolean;
  readonly only: readonly PartName[];
  /** Of these files alone, such as `packages/core/src/policy/quorum.ts`, in the place of whole parts' files. */
  readonly files: readonly string[];
  readonly concurrency: number;
  readonly markdown: string | undefined;
}

export const help = `Usage: pnpm mutate [options]

Changes core's code in one place after another (turns a comparison round, empties a block, drops a condition) and runs the
tests that come by there. A change that no test notices has survived: a rule that is not tested, or one that makes no
difference. It works in a copy of the tree.

  --only <part>         ${partNames.join(", ")}; may be repeated
  --file <path>         only this file of the part, from the top of the tree; may be repeated
  --concurrency <n>     so many test runs at a time (1)
  --markdown <file>     writes the table of scores and survivors there too
  --help

The score is the part of the changes that were noticed. The exit code is 0 if it is at least 95 % in each part, 1 if not, 2
for options that make no sense.`;

/** @throws Error for options that make no sense */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      only: { type: "string", multiple: true, default: [] as string[] },
      file: { type: "string", multiple: true, default: [] as string[] },
      concurrency: { type: "string", default: "1" },
      markdown: { type: "string" },
    },
  });
  const concurrency = Number(values.concurrency);
  if (!(Number.isSafeInteger(concurrency) && concurrency > 0)) {
    throw new Error(`--concurrency wants a whole number above 0, not "${values.concurrency}".`);
  }
  const unknown = values.only.find((name) => !partNames.includes(name as PartName));
  if (unknown !== undefined) throw new Error(`--only is one of ${partNames.join(", ")}, not "${unknown}".`);
  if (values.file.length > 0 && values.only.length !== 1) throw new Error("--file wants one part: --only <part>.");
  const only = values.only.length === 0 ? partNames : (values.only as PartName[]);
  return { help: values.help, only, files: values.file, concurrency, markdown: values.markdown };
}
